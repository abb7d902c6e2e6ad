export function restates(text: string, name: string): boolean;
export const docComments: object;
