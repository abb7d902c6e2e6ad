/**
 * @file Lets ESLint read all components into one program of types, where it would otherwise make the program anew for each: linting them took
 * twice as long. To be imported before the plugin of components, which looks at this when it is loaded.
 */
process.env['SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK'] ??= '1';
