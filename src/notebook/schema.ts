/**
 * @file zod as the notebook uses it: no code made at run time, which the page's security policy refuses, and messages in
 * English.
 */
import { en } from 'zod/v4/locales';
import * as z from 'zod/mini';

z.config({ ...en(), jitless: true });

export { z };
