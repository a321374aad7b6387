/** The name that apps have for the search service. */
export const SEARCH_HOST = { Host: 'search.openfoodfacts.org' };
/** What is null in every answer of the search service. */
export const SEARCH_NULLS = ['aggregations', 'debug', 'warnings'];
