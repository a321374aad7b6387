import header from './export-header.tsv' with { type: 'text' };

/** The 210 columns of the tab-separated export of March 2026, in its order. */
export const EXPORT_HEADER: readonly string[] = header.trimEnd().split('\t');
