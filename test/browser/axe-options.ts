/**
 * What axe looks for in each theme. The dark one changes nothing but colours (see test/site/themes.test.ts), so it is
 * checked for contrast alone.
 */
export const AXE_OPTIONS = {
  light: "{ resultTypes: ['violations'] }",
  dark: "{ runOnly: ['color-contrast'], resultTypes: ['violations'] }",
};
