import { expect, test } from 'bun:test';
import { useStarter } from '../starter-catalog.ts';

/** Decisions, "raw or cooked". */

const catalog = await useStarter();

const firstFor = (q: string) => catalog.search({ q, limit: 1, source: null })[0]!;
/** Foods without water have this many kcal in 100 g, and cooked ones do not. */
const DRY_KCAL = 300;

test.each<[string, ...string[]]>([
  ['rice', 'Reis', 'riz', 'arroz', 'riso', 'rijst'],
  ['white rice', 'weißer Reis', 'riz blanc', 'arroz blanco', 'riso bianco', 'arroz branco'],
  ['brown rice', 'Naturreis', 'riz complet', 'arroz integral', 'riso integrale', 'zilvervliesrijst'],
  ['basmati rice', 'Basmatireis', 'riz basmati', 'arroz basmati', 'riso basmati', 'basmatirijst'],
  ['pasta', 'Nudeln', 'pâtes', 'fideos', 'pasta', 'massa'],
  ['spaghetti', 'Spaghetti', 'spaghettis', 'espaguetis', 'spaghetti', 'esparguete'],
  ['macaroni', 'Makkaroni', 'macaronis', 'macarrones', 'maccheroni', 'macarrão'],
  ['noodles', 'Eiernudeln', 'nouilles', 'fideos', 'tagliatelle', 'noedels'],
  ['couscous', 'Couscous', 'graine de couscous', 'cuscús', 'cuscuz'],
  ['quinoa', 'Quinoa', 'quinua'],
  ['bulgur', 'Bulgur', 'boulgour'],
  ['millet', 'Hirse', 'mijo', 'miglio', 'gierst'],
  ['lentils', 'Linsen', 'lentilles', 'lentejas', 'lenticchie', 'lentilhas'],
  ['red lentils', 'rote Linsen', 'lentilles corail', 'lentejas rojas', 'lenticchie rosse', 'rode linzen'],
  ['oats', 'Haferflocken', "flocons d'avoine", 'avena', "fiocchi d'avena", 'havermout'],
])('a search for `%s` and its words in other languages finds it dry', (...words) => {
  const wet = words.filter((q) => !(firstFor(q).calories_kcal! >= DRY_KCAL));
  expect(wet).toEqual([]);
});

const COOKED =
  /\b(?:cooked|boiled|roasted|baked|fried|grilled|broiled|braised|stewed|steamed|gekocht|gebraten|gegrillt|gedünstet|gegart|frittiert|bouillie?s?|cuite?s?|grillée?s?|rôtie?s?|poêlée?s?|au plat)(?!\p{L})/iu;

test.each<[string, ...string[]]>([
  ['chicken', 'Hähnchen', 'poulet', 'pollo', 'frango', 'kip'],
  ['chicken breast', 'Hähnchenbrust', 'blanc de poulet', 'pechuga de pollo', 'petto di pollo'],
  ['turkey', 'Pute', 'dinde', 'pavo', 'tacchino', 'kalkoen'],
  ['beef', 'Rindfleisch', 'bœuf', 'carne de vaca', 'manzo', 'rundvlees'],
  ['steak', 'Rindersteak', 'bifteck', 'bistec', 'bistecca', 'biefstuk'],
  ['ground beef', 'Hackfleisch', 'viande hachée', 'carne picada', 'carne macinata', 'gehakt'],
  ['pork chop', 'Schweinekotelett', 'côte de porc', 'chuleta de cerdo', 'braciola di maiale'],
  ['lamb', 'Lamm', 'agneau', 'cordero', 'agnello', 'lamsvlees'],
  ['bacon', 'Speck', 'lardons', 'beicon', 'toucinho'],
  ['sausages', 'Bratwurst', 'saucisse', 'salchichas', 'salsiccia'],
  ['salmon', 'Lachs', 'saumon', 'salmón', 'salmone', 'zalm'],
  ['cod', 'Kabeljau', 'cabillaud', 'bacalao fresco', 'merluzzo', 'kabeljauw'],
  ['eggs', 'Eier', 'œufs', 'huevos', 'uova', 'ovos'],
  ['potatoes', 'Kartoffeln', 'pommes de terre', 'patatas', 'patate', 'aardappelen'],
  ['broccoli', 'Brokkoli', 'brocoli', 'brócoli', 'brócolos'],
  ['spinach', 'Spinat', 'épinards', 'espinacas', 'spinaci', 'spinazie'],
  ['green beans', 'grüne Bohnen', 'haricots verts', 'judías verdes', 'fagiolini', 'sperziebonen'],
  ['corn', 'Mais', 'maïs', 'maíz', 'milho'],
])('a search for `%s` and its words in other languages finds it raw', (...words) => {
  const cooked = words.map((q) => firstFor(q).name).filter((name) => COOKED.test(name));
  expect(cooked).toEqual([]);
});

test.each<[string, ...string[]]>([
  ['chickpeas', 'Kichererbsen', 'pois chiches', 'garbanzos', 'ceci', 'kikkererwten'],
  ['kidney beans', 'Kidneybohnen', 'haricots rouges', 'alubias rojas', 'fagioli rossi'],
  ['white beans', 'weiße Bohnen', 'haricots blancs', 'alubias blancas', 'fagioli bianchi'],
])('a search for `%s` and its words in other languages finds what comes in a can', (...words) => {
  for (const q of words) expect(firstFor(q).name).toMatch(/\bcanned\b|Konserve|appertisé/);
});

test.each<[string, ...string[]]>([
  ['cooked rice', 'gekochter Reis', 'riz cuit', 'arroz cocido', 'riso cotto'],
  ['cooked pasta', 'gekochte Nudeln', 'pâtes cuites', 'pasta cocida', 'pasta cotta'],
  ['cooked lentils', 'gekochte Linsen', 'lentilles cuites', 'lentejas cocidas', 'lenticchie cotte'],
  ['fried egg', 'Spiegelei', 'œuf au plat', 'huevo frito', 'uovo fritto'],
])('a search for `%s` and its words in other languages finds what they say', (...words) => {
  const raw = words.map((q) => firstFor(q).name).filter((name) => !COOKED.test(name));
  expect(raw).toEqual([]);
});
