/** The class names of a component's style sheet. The bundler makes them unique. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
/** Style sheets that are loaded for their effect. */
declare module '*.css';
