/** Files that the bundler embeds: a path for `file`, the content for `text`. */
declare module '*.db' {
  const path: string;
  export default path;
}
declare module '*.sql' {
  const text: string;
  export default text;
}
