import './build/lint-components-together.js';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';

const CLOCK = 'Only src/core/clock.ts may read the clock or unseeded randomness; take a Random or a clock instead.';

const RESTRICTED = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: CLOCK },
  {
    selector: 'ThrowStatement > :matches(NewExpression, CallExpression)[callee.name=/^(Error|TypeError|RangeError)$/]',
    message: 'Throw a LabError: its code survives the way between workers and has a sentence for the user.',
  },
];

const CLOCKS = [
  { object: 'Math', property: 'random', message: CLOCK },
  { object: 'Date', property: 'now', message: CLOCK },
  { object: 'performance', property: 'now', message: CLOCK },
  { object: 'crypto', property: 'randomUUID', message: CLOCK },
  { object: 'crypto', property: 'getRandomValues', message: CLOCK },
];

const ENGINE =
  'Engines differ in the last bit, and events hold it: use src/core/numbers/elementary-functions.ts or src/core/numbers/power.ts.';
const ELEMENTARY = [
  ...[
    'exp',
    'expm1',
    'log',
    'log1p',
    'log2',
    'log10',
    'pow',
    'cbrt',
    'hypot',
    'sin',
    'cos',
    'tan',
    'asin',
    'acos',
    'atan',
  ],
  ...['atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh'],
].map((property) => ({ object: 'Math', property, message: ENGINE }));

const LANGUAGE = 'Machines differ in their language, and events hold the text: write it without the locale.';

const SPREAD = 'A call takes some 125,000 arguments, and data may have more:';

/** So many words in a row: more are a sentence, fewer a label. */
const inARow = (words) => `([A-Za-z’,]+ ){${words - 1}}[A-Za-z]`;

/** What tests may say of a page's words: a sentence can be mended without a test. */
const PAGE_WORDS = [
  {
    where: 'CallExpression[callee.property.name="getByText"]',
    words: '[A-Za-z]{2}',
    message: 'getByText takes data, such as a name or a number, in a variable; select by role or by test id.',
  },
  {
    where:
      ':matches(CallExpression[callee.property.name=/^(toHaveTextContent|toContain)$/], Property[key.name="hasText"])',
    words: inARow(5),
    message: 'Assert on data, an attribute or the constant of the page’s words, not on its sentence.',
  },
  {
    where:
      ':matches(CallExpression[callee.property.name="getByRole"] Property[key.name="name"], CallExpression[callee.property.name=/^getByLabel/])',
    words: inARow(8),
    message: 'Select by a short label or by test id, not by a sentence.',
  },
].flatMap(({ where, words, message }) =>
  [`Literal[value=/${words}/]`, `Literal[regex.pattern=/${words}/]`, `TemplateElement[value.raw=/${words}/]`].map(
    (literal) => ({ selector: `${where} ${literal}`, message }),
  ),
);

export default defineConfig(
  globalIgnores([
    'dist/',
    'bin/',
    'node_modules/',
    'public/',
    '.svelte-check/',
    'assembly/kernel.ts',
    'assembly/fit.ts',
    'assembly/actor.ts',
    'assembly/network.ts',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      // The compiler reports what is undefined, and it alone knows each folder's globals.
      'no-undef': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    files: ['**/*.svelte'],
    extends: [ts.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        projectService: true,
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // An interface that is asynchronous for one implementation is so for all, awaited or not.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**', 'workers/**'],
    ignores: ['src/core/clock.ts'],
    rules: {
      'no-restricted-properties': ['error', ...CLOCKS],
    },
  },
  {
    files: ['src/**', 'workers/**'],
    // What is drawn is in no event.
    ignores: ['src/core/clock.ts', 'src/ui/**'],
    rules: {
      'no-restricted-properties': ['error', ...CLOCKS, ...ELEMENTARY],
    },
  },
  {
    files: ['src/**', 'workers/**'],
    rules: {
      'no-restricted-syntax': ['error', ...RESTRICTED],
    },
  },
  {
    files: ['test/browser/**', 'test/e2e/**', 'test/bench/**'],
    rules: { 'no-restricted-syntax': ['error', ...PAGE_WORDS] },
  },
  {
    files: ['src/**', 'workers/**'],
    // What is drawn has been counted before.
    ignores: ['src/ui/**', 'src/export/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...RESTRICTED,
        {
          selector: 'CallExpression[callee.object.name="Math"][callee.property.name=/^(max|min)$/] > SpreadElement',
          message: `${SPREAD} use largest() or smallest() of src/core/numbers/extremes.ts.`,
        },
        {
          selector: 'CallExpression[callee.property.name="push"] > SpreadElement',
          message: `${SPREAD} push in a loop.`,
        },
        {
          // Two literals are a power of two or ten, which every engine has right.
          selector: 'BinaryExpression[operator="**"]:not([left.type="Literal"][right.type="Literal"])',
          message: ENGINE,
        },
        { selector: 'AssignmentExpression[operator="**="]', message: ENGINE },
        {
          selector: 'CallExpression[callee.property.name=/^(toLocale[A-Z]|localeCompare)/]',
          message: LANGUAGE,
        },
        { selector: 'MemberExpression[object.name="Intl"]', message: LANGUAGE },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'workers/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.svelte'],
    rules: { 'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }] },
  },
  prettier,
  svelte.configs.prettier,
);
