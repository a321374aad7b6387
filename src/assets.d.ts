/** Files that the bundler embeds: the text of a file, or its path for a database, a picture and the like. */
declare const embedded: string;

declare module '*.db' {
  export = embedded;
}
declare module '*.pack' {
  export = embedded;
}
declare module '*.png' {
  export = embedded;
}
declare module '*.ico' {
  export = embedded;
}
declare module '*.wasm' {
  export = embedded;
}
declare module '*/dist/iife/reader/index.js' {
  export = embedded;
}
declare module '*.tsv' {
  export = embedded;
}
declare module '*.sql' {
  export = embedded;
}
declare module '*.lua' {
  export = embedded;
}
declare module '*.css' {
  export = embedded;
}
declare module '*.client.js' {
  export = embedded;
}
declare module '*.svg' {
  export = embedded;
}
