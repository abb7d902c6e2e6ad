/** @file What the architecture test knows about a source file: its imports and the globals it touches. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import ts from 'typescript';

/** One import, export-from or dynamic import. */
export interface Import {
  /** As written, without a query such as `?url`. */
  readonly specifier: string;
  /** The imported file from the repository's root, or null for a package. */
  readonly path: string | null;
  readonly isTypeOnly: boolean;
}

/** A file under `src` or `workers`. */
export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Names that the file uses and does not declare. */
  readonly globals: ReadonlySet<string>;
}

const ROOT = resolve(import.meta.dirname, '..');

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isExportDeclaration(node)
    ? node.isTypeOnly
    : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

function specifierOf(node: ts.Node): { text: string; isTypeOnly: boolean } | null {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return { text: (node.moduleSpecifier as ts.StringLiteral).text, isTypeOnly: isTypeOnly(node) };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
    return { text: node.argument.literal.text, isTypeOnly: true };
  }
  const argument =
    ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0];
  return argument && ts.isStringLiteralLike(argument) ? { text: argument.text, isTypeOnly: false } : null;
}

function toImport(from: string, { text, isTypeOnly }: { text: string; isTypeOnly: boolean }): Import {
  const [specifier = ''] = text.split('?');
  const path = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
  return { specifier, path, isTypeOnly };
}

/** A property or a key may bear the name of a global without meaning it. */
function isOnlyAName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isQualifiedName(parent) && parent.right === node) ||
    ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent) || ts.isPropertyDeclaration(parent)) &&
      parent.name === node) ||
    ((ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent)) && parent.name === node)
  );
}

function declares(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) && parent.name === node
  );
}

const scripts = (path: string, text: string): string =>
  path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, body]) => body).join('\n')
    : text;

/** Reads one file; the text is given so that the rules themselves can be tested on files that do not exist. */
export function readSource(path: string, text: string): SourceFile {
  const tree = ts.createSourceFile(path, scripts(path, text), ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const imports: Import[] = [];
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier) imports.push(toImport(path, specifier));
    if (ts.isIdentifier(node) && declares(node)) declared.add(node.text);
    else if (ts.isIdentifier(node) && !isOnlyAName(node)) used.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const lines = text.trimEnd().split('\n').length;
  return { path, lines, imports, globals: new Set([...used].filter((name) => !declared.has(name))) };
}

/** Every file under `src` and `workers`. */
export function allSources(): SourceFile[] {
  return ['src', 'workers'].flatMap((folder) =>
    readdirSync(resolve(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => /\.(ts|svelte)$/.test(path))
      .map((path) => readSource(path, readFileSync(resolve(ROOT, path), 'utf8'))),
  );
}
