/** The columns of the tab-separated export that a full record is read from, best first. */
export const RECORD_COLUMNS = {
  ingredients: ['ingredients_text', /^ingredients_text_[a-z]{2}$/],
  traces: ['traces_tags'],
  additives: ['additives_tags'],
  labels: ['labels_tags'],
  analysis: ['ingredients_analysis_tags'],
  nutriscore: ['nutriscore_grade', 'nutrition_grade_fr'],
  nova: ['nova_group'],
  environment: ['environmental_score_grade', 'ecoscore_grade'],
  quantity: ['quantity'],
  product_quantity: ['product_quantity'],
  product_quantity_unit: ['product_quantity_unit'],
} as const satisfies Record<string, readonly (string | RegExp)[]>;

/** Some exports have names by language as well. */
export const NAME_COLUMN = /^product_name_([a-z]{2})$/;
