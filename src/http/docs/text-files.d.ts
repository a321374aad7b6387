/** Files whose text the bundler puts into the executable. */
declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: so the bundler gives the text of a file
  export default text;
}
declare module '*.client.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: so the bundler gives the text of a file
  export default text;
}
