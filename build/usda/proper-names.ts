/**
 * Names that keep their capitals. The descriptions of USDA SR28 are all in capitals, so nothing in them tells
 * a name from a word; these lists do.
 */

function readLines(list: string): string[] {
  return list
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Makers and brands that a segment may begin with; what follows one is the name of a product. */
export const BRANDS: readonly string[] = readLines(`
  5th Avenue; Abbott; Abbott Nutrition; Almond Joy; Alpen; Ancient Harvest; Andrea's; Applebee's; Arby's
  Archway; AriZona; Austin; Azumaya; Balance; Banquet; Barbara Dee; Barbara's; Bear Naked; Benecol
  Bimbo Bakeries USA; Bolthouse Farms; Breyers; Bud Light; Budweiser; Buitoni; Bull's-Eye; Burger King
  Campbell's; Canola Harvest; Caramello; Carrabba's Italian Grill; Cascadian Farm; Chick-fil-A; Chobani
  Classico; Clif; Coca-Cola; Concord; Cracker Barrel; Crunchmaster; Cytosport; Dannon; DeBoles; Denny's
  DiGiorno; Domino's; Dove Dark; Dove Milk; Enova; Familia; Famous Amos; Farley; Franco-American; Frito-Lay
  Fritos; Fuze; Gamesa; Gardenburger; General Mills; George Weston Bakeries; Gerber; Gerolsteiner
  Girl Scouts; Glutino; Goya; Hain Celestial Group; Health Valley; Healthy Choice; Healthy Request; Heath
  Heinz; Hershey; Hershey's; Hormel; Hot Pockets; House Foods; Hungry Man; Icelandic Glacial
  Interstate Brands; Jackson's; Jimmy Dean; Kashi; KC Masterpiece; Keebler; Kellogg; Kellogg's; KFC; Kit Kat
  Klondike; Krackel; Kraft; Krusteaz; La Moderna; La Ricura; Lean Pockets; Lifeway; Lipton Brisk
  Little Caesars; Loma Linda; Luna Bar; M&M Mars; Malt-O-Meal; Mars Snack US; Mars Snackfood US
  Martha White Foods; Mary's Gone Crackers; McDonald's; Mead Johnson; Mezzetta; Minute Maid; Mission Foods
  Mom's Best; Mori-Nu; Morningstar Farms; Mother's; Mott's; Mounds; Mr. Goodbar; Murray; Muscle Milk
  Nabisco; Naked Juice; Nature's Path; Nestea; Nestle; Nutri-Grain; Ocean Spray; Odwalla; Old El Paso
  Olive Garden; On the Border; Open Pit; Oscar Mayer; Ovaltine; Pace; PAM; Papa John's; PBM Products
  Pepperidge Farm; PepsiCo; Pillsbury; Pizza Hut; Popeyes; Post; Powerade; PowerBar; Prego; Progresso
  Propel Zero; Quaker; Ralston; ReaLemon; Red Bull; Reese's; Rolo; Rudi's; Sage Valley; Schar; Schiff; Silk
  Slim-Fast; SlimFast; Smart Balance; Smart Beat; Smart Soup; Smucker's; Snapple; South Beach; SpaghettiOs
  Spam; Subway; Sun Country; Sunkist; Sunshine; Supper Bakes; Supper Meal Kits; Swanson; Sweet Baby Ray's
  Symphony; T.G.I. Friday's; Tabasco; Taco Bell; The Coca-Cola Company; Tinkyada; Toblerone; Tony's
  Tootsie Roll; Tostitos; Twizzlers; Udi's; Uncle Ben's; Uncle Sam; Unilever; V8; Van's; Vitasoy USA
  Weetabix; Wendy's; Whatchamacallit; Worthington; Worthington Foods; York; Zespri; Zevia; Zone Perfect
`);

/** Names of more than one word, as printed; found wherever they stand. */
export const PHRASES: readonly string[] = readLines(`
  A to Z's; After Eight; Alaska Native; Baby Mum Mum; Baby Ruth; Berry Berry Kix; Bibb; Big Mac; Bud Light
  Cabernet Franc; Cabernet Sauvignon; Canada goose; Cape-gooseberries; Cha! by Texas Pete; Chenin Blanc
  Coca-Cola; Cornish game; Cream of Rice; Cream of Wheat; Crystal Geyser; Deglet Noor; Dutch apple
  Dutch brand; English muffin; Full Throttle; Fume Blanc; General Tso's; Golden Delicious; Granny Smith
  Key Lime; Kung Pao; Lebanon bologna; Lipton Brisk; Magic Shell; Mars Snackfood US; Miracle Whip
  Monster Energy; Monterey Jack; Muller Thurgau; Napa Valley Bistro; New England; New York State
  New Zealand; Northern Plains Indians; Old El Paso; PayDay; Petite Sirah; Pinot Blanc; Pinot Gris
  Pinot Noir; Poland Spring; Popsicle Scribblers; Red Bull; Red Delicious; Santa Fe; Sauvignon Blanc
  Shoshone Bannock; Stove Top; Texas Pete; The Works; Thompson Seedless; Thousand Island; Tuong Ot Sriracha
  Uncle Ben's; Vault Zero; West Indian
`);

/** Single words that are names wherever they stand. */
export const WORDS_WITH_CAPITALS: ReadonlyMap<string, string> = new Map(
  readLines(
    `
  AA; Abbott; Alaska; Alaskan; Alfredo; Alimentum; America's; American; Amp; Anjou; Apache; Aquafina; ARA
  Arizona; Asian; Atlantic; Australian; B.L.T.; Barbera; Bartlett; BBQ; Benecol; Bengal; BLT; Bosc; Boston
  Breyers; Brie; Brussels; Budweiser; Burgundy; Caesar; California; Calistoga; Camembert; Campbell's
  Canadian; Carignane; Chardonnay; Cheerios; Cheez; Cheshire; Chex; Chihuahua; Chinese; Chobani; Christmas
  Cinnabon; Claret; CocoaVia; Colby; Concord; Cornish; Cotija; Creamsicle; Croissan'wich; Danish; Dannon
  Denver; DHA; Do-Si-Dos; Dungeness; Dutch; E.L.; EAS; Edam; Eggo; Enfagrow; Enfamil; English; Ensure
  European; Evian; FiberPlus; Filet-O-Fish; Florentine; Florida; Fontina; Fordhook; French; FriChik
  Fudgsicle; Fuji; Gala; Gamay; Gatorade; German; Gewurztraminer; Glaceau; GoLean; Gouda; Greek; Greenland
  Gruyere; H2H; Hain; Halloween; Harvard; Hawaii; Hawaiian; Heinz; Hopi; Hormel; Hubbard; Hungarian
  Incaparina; Indian; Indians; Irish; Isomil; Italian; Japanese; Java-plum; Jerusalem-artichokes; Jew's
  Jewish; July; Kamut; KC; Kellogg; Kellogg's; Khorasan; Kix; Klamath; Kretschmer; Latino; Lemberger; Lesuer
  Lifeway; Limburger; Lipil; M&M's; Malabar; Manhattan; Marie; Mayan; McChicken; McFlurry; McGriddles
  McMuffin; McNuggets; Mediterranean; Medjool; Melba; Merlot; Mexican; Monster; Monterey; Moroccan
  Mourvedre; Muenster; Muscat; Nasoya; Natal-plum; Natreon; Navajo; Naya; Neufchatel; NoodleO's; Nutramigen
  O'Brien; Oikos; omega-3; Oregon; Oreo; Ovaltine; Pacific; Parmesan; PB; PBM; Pedialyte; Pediasure; Pekin
  Pepsi; Perrier; PM; Polish; Popsicle; Portagen; Powerade; Prosobee; RavioliOs; Riesling; Rockstar; Roman
  Romano; Roquefort; Ross; Russian; Salisbury; Salvadoran; Sangiovese; Scotch; Semillon; Similac; Sitka
  SmartPizza; SnackWell's; Southwest; SpaghettiOs; Spam; Spanish; Splenda; Sprite; Sriracha; Steller
  Stroganoff; SunChips; SunGold; SuperMoist; Surinam-cherry; Swiss; Syrah; T-bone; T.G.I.; Tabasco; Tahitian
  Texas; Thai; Thompson; Thuringer; Tilsit; TLC; Tuscan; US; USA; USDA; UV; V-Fusion; V-Lite; V8; Valencia
  Valencias; Vault; Velveeta; Vienna; Vietnamese; Virginia; Welsh; Wheatena; Whiz; Worcestershire; Zante
  Zespri; Zevia; Zinfandel
`,
  ).map((name) => [name.toUpperCase(), name]),
);

/** Words that tell the state of a product, not its name. */
export const STATES: ReadonlySet<string> = new Set(
  `
  added all analyzed and any assorted baked bite bite-size boneless bottled brand breading breast calorie calorie-free canned
  coating concentrate condensed cooked crumbles decaffeinated diet dough drained drumstick dry enriched entree family fat
  fat-free flavor flavors fortified free from frozen fruit-flavored gluten gluten-free heated iron junior large light liquid
  low lowfat meat microwavable microwave microwaved mixed nonfat not only organic plain powder prepared raw ready-to-bake
  ready-to-drink ready-to-eat ready-to-feed ready-to-heat ready-to-serve reconstituted reduced refrigerated regular removed
  salted sandwich-type seedless serve serving shelf shelf-stable single size skin small sodium soft stable store strained
  sugar sweetened thigh toddler unheated unprepared unsalted unsweetened water wing with
`
    .trim()
    .split(/\s+/),
);
