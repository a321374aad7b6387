/** Files that the bundler embeds: the text of a file, or its path for a database. */
declare module '*.db' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default path;
}
declare module '*.pack' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default path;
}
declare module '*.png' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default path;
}
declare module '*.ico' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default path;
}
declare module '*.wasm' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default path;
}
declare module '*/dist/iife/reader/index.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.tsv' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.sql' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.lua' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.client.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
declare module '*.svg' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: this is how the bundler gives a file
  export default text;
}
