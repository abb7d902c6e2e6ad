/** @file The address of an endpoint as specs have it. */

/** Without spaces around it and slashes at its end; a text that is no address stays as it is. */
export function endpointAddress(typed: string): string {
  const text = typed.trim();
  if (!URL.canParse(text)) return text;
  const { origin, pathname } = new URL(text);
  return origin === 'null' ? text : (origin + pathname).replace(/(?<!\/)\/+$/, '');
}
