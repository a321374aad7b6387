import type { Nutrient } from './nutrients.ts';

/**
 * The daily values that labels in the United States compare a food with, for adults and children from four years, in the
 * unit of each name: 21 CFR 101.9(c)(8)(iv) for vitamins and minerals, (c)(9) for the others, which are for a diet of
 * 2,000 kcal. Energy and sugar have none. Vitamin A and folate have one only in the units of the FDA (RAE, DFE): what
 * other labels print under these names cannot be compared.
 */
export const DAILY_VALUES: Readonly<Partial<Record<Nutrient, number>> & Record<string, number>> = {
  fat_g: 78,
  saturated_fat_g: 20,
  cholesterol_mg: 300,
  carbs_g: 275,
  fiber_g: 28,
  protein_g: 50,
  sodium_mg: 2300,
  potassium_mg: 4700,
  added_sugars_g: 50,
  vitamin_a_rae_ug: 900,
  vitamin_c_mg: 90,
  vitamin_d_ug: 20,
  vitamin_e_mg: 15,
  vitamin_k_ug: 120,
  thiamin_mg: 1.2,
  riboflavin_mg: 1.3,
  niacin_mg: 16,
  pantothenic_acid_mg: 5,
  vitamin_b6_mg: 1.7,
  biotin_ug: 30,
  folate_dfe_ug: 400,
  vitamin_b12_ug: 2.4,
  choline_mg: 550,
  calcium_mg: 1300,
  phosphorus_mg: 1250,
  iron_mg: 18,
  magnesium_mg: 420,
  zinc_mg: 11,
  copper_mg: 0.9,
  manganese_mg: 2.3,
  selenium_ug: 55,
  iodine_ug: 150,
  chromium_ug: 35,
  molybdenum_ug: 45,
  chloride_mg: 2300,
};

/** Where they are set. */
export const DAILY_VALUES_SOURCE =
  'https://www.ecfr.gov/current/title-21/chapter-I/subchapter-B/part-101/subpart-A/section-101.9';
