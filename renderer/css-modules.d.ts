/** Class names of a component's own style sheet, made unique by the bundler. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
/** Style sheets that are loaded for their effect. */
declare module '*.css';
