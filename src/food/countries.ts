import { remember } from '../remember.ts';

/**
 * The countries of ISO 3166 by their two-letter codes, each with the names that Open Food Facts' tags have for it
 * ("en:ivory-coast"), the usual one first. Kosovo has the code that everyone uses for it.
 */
const COUNTRIES = `
ad andorra
ae united-arab-emirates
af afghanistan
ag antigua-and-barbuda
ai anguilla
al albania
am armenia
ao angola
aq antarctica
ar argentina
as american-samoa
at austria
au australia
aw aruba
ax aland-islands aland
az azerbaijan
ba bosnia-and-herzegovina bosnia
bb barbados
bd bangladesh
be belgium
bf burkina-faso
bg bulgaria
bh bahrain
bi burundi
bj benin
bl saint-barthelemy st-barthelemy
bm bermuda
bn brunei brunei-darussalam
bo bolivia plurinational-state-of-bolivia
bq caribbean-netherlands bonaire bonaire-sint-eustatius-and-saba
br brazil
bs the-bahamas bahamas
bt bhutan
bv bouvet-island
bw botswana
by belarus
bz belize
ca canada
cc cocos-islands cocos-keeling-islands
cd democratic-republic-of-the-congo congo-kinshasa
cf central-african-republic
cg republic-of-the-congo congo congo-brazzaville
ch switzerland
ci cote-d-ivoire ivory-coast
ck cook-islands
cl chile
cm cameroon
cn china people-s-republic-of-china
co colombia
cr costa-rica
cu cuba
cv cape-verde cabo-verde
cw curacao
cx christmas-island
cy cyprus
cz czech-republic czechia
de germany
dj djibouti
dk denmark
dm dominica
do dominican-republic
dz algeria
ec ecuador
ee estonia
eg egypt
eh western-sahara sahrawi-arab-democratic-republic
er eritrea
es spain
et ethiopia
fi finland
fj fiji
fk falkland-islands
fm federated-states-of-micronesia micronesia
fo faroe-islands
fr france metropolitan-france
ga gabon
gb united-kingdom great-britain england scotland wales northern-ireland
gd grenada
ge georgia
gf french-guiana
gg guernsey alderney sark
gh ghana
gi gibraltar
gl greenland
gm the-gambia gambia
gn guinea
gp guadeloupe
gq equatorial-guinea
gr greece
gs south-georgia-and-the-south-sandwich-islands
gt guatemala
gu guam
gw guinea-bissau
gy guyana
hk hong-kong
hm heard-island-and-mcdonald-islands
hn honduras
hr croatia
ht haiti
hu hungary
id indonesia
ie ireland republic-of-ireland
il israel
im isle-of-man
in india
io british-indian-ocean-territory
iq iraq
ir iran
is iceland
it italy
je jersey
jm jamaica
jo jordan
jp japan
ke kenya
kg kyrgyzstan
kh cambodia
ki kiribati
km comoros
kn saint-kitts-and-nevis
kp north-korea
kr south-korea republic-of-korea
kw kuwait
ky cayman-islands
kz kazakhstan
la laos
lb lebanon
lc saint-lucia
li liechtenstein
lk sri-lanka
lr liberia
ls lesotho
lt lithuania
lu luxembourg
lv latvia
ly libya
ma morocco
mc monaco
md moldova republic-of-moldova
me montenegro
mf saint-martin
mg madagascar
mh marshall-islands
mk republic-of-macedonia north-macedonia macedonia
ml mali
mm myanmar burma
mn mongolia
mo macau macao
mp northern-mariana-islands
mq martinique
mr mauritania
ms montserrat
mt malta
mu mauritius
mv maldives
mw malawi
mx mexico
my malaysia
mz mozambique
na namibia
nc new-caledonia
ne niger
nf norfolk-island
ng nigeria
ni nicaragua
nl netherlands the-netherlands kingdom-of-the-netherlands
no norway
np nepal
nr nauru
nu niue
nz new-zealand
om oman
pa panama
pe peru
pf french-polynesia
pg papua-new-guinea
ph philippines
pk pakistan
pl poland
pm saint-pierre-and-miquelon
pn pitcairn-islands pitcairn
pr puerto-rico
ps state-of-palestine palestinian-territories palestine
pt portugal
pw palau
py paraguay
qa qatar
re reunion la-reunion
ro romania
rs serbia
ru russia russian-federation
rw rwanda
sa saudi-arabia
sb solomon-islands
sc seychelles
sd sudan
se sweden
sg singapore
sh saint-helena saint-helena-ascension-and-tristan-da-cunha
si slovenia
sj svalbard-and-jan-mayen svalbard
sk slovakia slovak-republic
sl sierra-leone
sm san-marino
sn senegal
so somalia
sr suriname
ss south-sudan
st sao-tome-and-principe
sv el-salvador
sx sint-maarten
sy syria
sz swaziland eswatini
tc turks-and-caicos-islands
td chad
tf french-southern-and-antarctic-lands french-southern-territories
tg togo
th thailand
tj tajikistan
tk tokelau
tl east-timor timor-leste
tm turkmenistan
tn tunisia
to tonga
tr turkey turkiye
tt trinidad-and-tobago
tv tuvalu
tw taiwan
tz tanzania
ua ukraine
ug uganda
um united-states-minor-outlying-islands
us united-states united-states-of-america usa
uy uruguay
uz uzbekistan
va vatican-city holy-see
vc saint-vincent-and-the-grenadines
ve venezuela
vg british-virgin-islands
vi united-states-virgin-islands virgin-islands-of-the-united-states
vn vietnam viet-nam
vu vanuatu
wf wallis-and-futuna
ws samoa
xk kosovo
ye yemen
yt mayotte
za south-africa
zm zambia
zw zimbabwe`;

/** Code and names alike lead to the code. Open Food Facts itself calls the United Kingdom `uk`. */
const CODE_OF = new Map<string, string>([
  ...COUNTRIES.trim()
    .split('\n')
    .flatMap((line) => line.split(' ').map((name): [string, string] => [name, line.slice(0, 2)])),
  ['uk', 'gb'],
]);
/** The usual name of each country, by code. */
const USUAL_NAME = new Map(
  COUNTRIES.trim()
    .split('\n')
    .map((line): [string, string] => [line.slice(0, 2), line.split(' ')[1]!]),
);
const TAG_LANGUAGE = /^[a-z]{2,3}:/;
const MARKS = /\p{M}+/gu;
const BETWEEN_WORDS = /[^a-z]+/g;

/**
 * Countries as one text of sorted codes ("be fr"), or null where none is known: a food has one short text, and equal
 * sets are equal texts.
 */
export type CountrySet = string;

/**
 * The countries in a list of tags ("en:france,en:belgium") or of English names; anything else, such as "en:world", is
 * left out.
 */
export const readCountries = remember((list): CountrySet | null =>
  countrySet(list.split(',').flatMap((name) => CODE_OF.get(nameOf(name)) ?? [])),
);

/** The code of a country by code or English name, or null when there is no such country. */
export function findCountry(text: string): string | null {
  return CODE_OF.get(nameOf(text)) ?? null;
}

export function listCountries(set: CountrySet): string[] {
  return set.split(' ');
}

/** The countries as Open Food Facts' tags: "be fr" → `en:belgium`, `en:france`. */
export function countryTags(set: CountrySet): string[] {
  return listCountries(set).map((code) => `en:${USUAL_NAME.get(code) ?? code}`);
}

export function uniteCountries(one: CountrySet | null, other: CountrySet | null): CountrySet | null {
  if (one === null || other === null || one === other) return one ?? other;
  return countrySet([...listCountries(one), ...listCountries(other)]);
}

function countrySet(codes: readonly string[]): CountrySet | null {
  return codes.length === 0 ? null : [...new Set(codes)].sort().join(' ');
}

/** As a tag writes it: "Côte d'Ivoire" → "cote-d-ivoire". */
function nameOf(text: string): string {
  const plain = text.trim().toLowerCase().replace(TAG_LANGUAGE, '').normalize('NFD').replace(MARKS, '');
  return plain.replace(BETWEEN_WORDS, '-');
}
