/** @file The folder beside the page in which whoever serves the lab may put models. */

/** Its address. */
export const ownFolder = (): string => new URL('./models/', location.href).href;
