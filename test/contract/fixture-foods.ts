/**
 * The catalogue for the contract tests: invented products with valid barcodes, as they would appear in a dump. A barcode
 * is written as in the dump, which may differ from how the service shows it. What a label does not say is a question mark.
 */
const PRODUCTS = `
code | product_name | brands | categories_tags | serving_size | kcal protein fat carbs fiber sugar sodium | unique_scans_n
4006381333931 | Hazelnut cocoa spread | Nusskern | en:spreads | 15 g | 539 6.3 30.9 57.5 3.4 56.3 0.0428 | 900
5901234123457 | Hazelnut cream | Leszczyna | en:spreads | 20 g | 550 5.1 33.2 56.1 ? 52.7 0.05 | 120
036000291452 | Peanut butter, smooth | Plain Acre | en:spreads | 2 tbsp (32 g) | 588 25.1 50.4 19.6 6 9.2 0.429 | 640
012345678905 | Corn flakes | Morning Field | en:breakfast-cereals | 30 g | 378 7 0.9 84 3 8 0.5 | 510
96385074 | Milk chocolate bar | Kakaoli | en:chocolates | 25 g | 534 7.3 29.7 59.4 1.8 58 0.09 | 480
73513537 | Dark chocolate 85% | Kakaoli | en:chocolates | 20 g | 600 9.8 49.5 22.1 13 14.9 0.01 | 330
042100005264 | Tomato soup | Kettle Row | en:soups | 250 ml | 38 0.8 0.9 6.6 0.6 4.9 0.24 | 210
10012345678902 | Tomato soup, case of twelve | Kettle Row | en:soups |  | 38 0.8 0.9 6.6 0.6 4.9 0.24 | 2 | no picture
7610000000011 | Gruyère | Alpage | en:cheeses | 30 g | 413 27 33 0 0 0 0.6 | 260
7610000000028 | Emmentaler | Alpage | en:cheeses | 30 g | 398 28 31 0 0 0 0.22 | 190
8000000000019 | Spaghetti n. 5 | Pastaio | en:pastas | 85 g | 359 13 2 71.2 3 3.5 0.013 | 410
8000000000026 | Penne rigate | Pastaio | en:pastas | 85 g | 359 13 2 71.2 3 3.5 0.013 | 280
3000000000014 | Yaourt nature | Laiterie du Val | en:yogurts | 125 g | 61 3.9 3.2 4.1 0 4.1 0.05 | 300
3000000000021 | Crème fraîche épaisse | Laiterie du Val | en:creams | 30 g | 292 2.4 30 2.8 0 2.8 0.03 | 140
5000000000012 | Oat drink | Haverlund | en:beverages | 250 ml | 46 1 1.5 6.7 0.8 4 0.04 | 350
5000000000029 | Sparkling water | Klarquell | en:beverages | 500 ml | 0 0 0 0 0 0 0.004 | 220
5000000000036 | Orange juice | Sunny Row | en:beverages | 200 ml | 45 0.7 0.1 10 0.2 9 0.001 | 390
4000000000013 | Salted crisps | Knusper | en:snacks | 30 g | 536 6 34 50 4.6 0.6 0.5 | 450
4000000000020 | Paprika crisps | Knusper | en:snacks | 30 g | 530 6.1 33 51 4.5 3 0.6 | 370
4000000000037 | Salted crisps, family bag | Knusper | en:snacks | 30 g | 536 6 34 50 4.6 0.6 0.5 | 90 | no picture
6000000000011 | Basmati rice | Indus | en:rices | 75 g | 351 8.1 0.9 77 1.3 0.2 0.004 | 240
6000000000028 | 米饭 | 稻香 | en:rices | 150 g | 116 2.6 0.3 25.9 0.3 ? ? | 15 | no picture
9000000000018 | Black bread | Ofenhaus | en:breads | 50 g | 221 6.5 1.2 43 8.1 2.2 0.45 | 160
9000000000025 | Unlabelled cookies | Nobody | en:biscuits |  | ? ? ? ? ? ? ? | 1 | no picture
`;

const NUTRIENTS =
  'energy-kcal_100g proteins_100g fat_100g carbohydrates_100g fiber_100g sugars_100g sodium_100g'.split(' ');

/** The tab-separated export with these products. */
export function exportedProducts(): string {
  const [header, ...products] = PRODUCTS.trim()
    .split('\n')
    .map((line) => line.split(' | '));
  const images = ['image_url', 'image_small_url'];
  const columns = [...header!.toSpliced(5, 1), ...NUTRIENTS, ...images, 'last_modified_t'];
  const rows = products.map((product) => {
    const [code, name, brand, category, serving, nutrients, scans, picture] = product;
    const hasPicture = picture === undefined;
    return [
      ...[code, name, brand, category, serving, scans],
      ...nutrients!.split(' ').map((value) => (value === '?' ? '' : value)),
      hasPicture ? `https://images.example/${code}.jpg` : '',
      hasPicture ? `https://images.example/${code}.small.jpg` : '',
      '1700000000',
    ];
  });
  return [columns, ...rows].map((row) => `${row.join('\t')}\n`).join('');
}

/** Quoted CSV in the format for community entries and estimates. */
export const COMMUNITY_CSV = `name,brand,barcode,category,calories_kcal,protein_g,fat_g,carbs_g
"Grandma's lentil stew",,,Stews,98,6.4,2.1,12.9
`;
export const ESTIMATES_CSV = `name,category,calories_kcal,protein_g,fat_g,carbs_g
"Street-stall pancake",Snacks,260,6,11,34
`;
