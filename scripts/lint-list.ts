import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pageOf } from '@authz-playground/engine/internal/lint'
import { LINT_RULES } from '@authz-playground/engine/policy'
import { root } from './files.mjs'

/**
 * The files that list the rules of the lint, made of the rules themselves: the index of their pages, and their names alone, which
 * who reads goals knows without loading the checks.
 */
export function lintLists(): readonly { readonly file: string; readonly text: string }[] {
  return [
    listIn('docs/lint/README.md', /(?<=\n## The rules\n\n)(?:\|.*\n)+/, `${table().join('\n')}\n`),
    listIn(
      'packages/engine/src/lint/rule-names.ts',
      /(?<=RULE_NAMES: readonly string\[\] = \[\n)[^\]]*/,
      LINT_RULES.map(({ name }) => `  '${name}',\n`).join(''),
    ),
  ]
}

/** A file with this list in place of the one that it has. */
function listIn(path: string, place: RegExp, list: string): { readonly file: string; readonly text: string } {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  if (!place.test(text)) throw new Error(`${path} has no list of rules`)
  return { file, text: text.replace(place, () => list) }
}

function table(): readonly string[] {
  const rows = [
    ['rule', 'severity', 'finds'],
    ...LINT_RULES.map(({ name, severity, summary }) => [
      `[${name}](${pageOf(name).replace('docs/lint/', '')})`,
      severity,
      summary,
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...others] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { file, text } of lintLists()) writeFileSync(file, text)
}
