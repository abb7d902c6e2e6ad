/** @file What the browser's built-in model is called; the model itself comes when it is loaded. */

/** The name in a spec. */
export const PROMPT_MODEL = 'browser/prompt-api';
