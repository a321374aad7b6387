import { copyFileSync } from 'node:fs';
import { writeChecksum } from '../../src/catalog/checksum.ts';
import { packCodes, unpackCodes } from '../../src/catalog/columns/codes.ts';
import { openCatalog } from '../../src/catalog/open.ts';
import { NUTRIENTS } from '../../src/food/nutrients.ts';
import { openWritable } from '../../src/sqlite/driver.ts';

const COLUMNS = [
  ...NUTRIENTS,
  ...['confidence', 'flags', 'category', 'country_set', 'brand', 'allergens', 'rank'],
];

/** Writes a catalogue as schema 3 had it: allergens and traces together in a table, and no other tags. */
export function writeAsSchema3(current: string, out: string): void {
  copyFileSync(current, out);
  const catalog = openCatalog(current);
  const [width, packed] = catalog.db
    .prepare("SELECT width, codes FROM columns WHERE name = 'rank'")
    .raw()
    .get() as [2 | 4, Buffer];
  const numberOf = new Map<string, number>();
  const codes = Uint32Array.from(unpackCodes(packed, width, catalog.size), (rank) => {
    const record = catalog.findRecord(catalog.foodAt(rank))?.record;
    if (!record?.allergens) return 0;
    const set = [...new Set([...record.allergens, ...(record.traces ?? [])])].sort().join(' ');
    if (!numberOf.has(set)) numberOf.set(set, numberOf.size + 1);
    return numberOf.get(set)!;
  });
  catalog.close();
  const db = openWritable(out);
  db.exec(`DELETE FROM columns WHERE name NOT IN ('${COLUMNS.join("', '")}')`);
  db.prepare("UPDATE columns SET width = 4, codes = ?, amounts = NULL WHERE name = 'allergens'").run(
    packCodes(codes),
  );
  db.exec('CREATE TABLE allergen_sets (allergen_set_id INTEGER PRIMARY KEY, tags TEXT NOT NULL)');
  const insert = db.prepare('INSERT INTO allergen_sets (allergen_set_id, tags) VALUES (?, ?)');
  for (const [set, number] of numberOf) insert.run(number, set);
  db.pragma('user_version = 3');
  db.exec('VACUUM');
  db.close();
  writeChecksum(out);
}
