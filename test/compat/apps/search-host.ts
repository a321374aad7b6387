/** The name that apps have for the search service. */
export const SEARCH_HOST = { Host: 'search.openfoodfacts.org' };
