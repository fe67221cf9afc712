import type { SourceRange } from '@authz-playground/engine'
import { expect, it } from 'vitest'
import { quotation } from './headline.ts'

/** The range of lines of a text, from 1, without the first columns of the first one. */
function range(text: string, line: number, endLine: number, column = 1): SourceRange {
  const start =
    text
      .split('\n')
      .slice(0, line - 1)
      .join('\n').length +
    (line === 1 ? 0 : 1) +
    column -
    1
  const end = text.split('\n').slice(0, endLine).join('\n').length
  return { source: 'policy', start, end, line, column, endLine, endColumn: 1 }
}

it('quotes a passage with its whole first line', () => {
  const text = 'rules:\n- verbs: [get]\n  resources: [pods]\n---\n'
  expect(quotation(text, range(text, 2, 3, 3))).toBe('- verbs: [get]\n  resources: [pods]')
})

it('shortens a binding with many subjects to its head and the subject that counts', () => {
  const subjects = Array.from({ length: 30 }, (_, i) => `- {kind: User, name: u${i}}`)
  const head = ['apiVersion: v1', 'kind: RoleBinding', 'metadata:', '  name: b', 'subjects:']
  const text = [...head, ...subjects].join('\n')
  const written = quotation(text, range(text, 1, 35), range(text, 26, 26, 3)).split('\n')
  expect(written).toEqual([...head, ...subjects.slice(0, 5), '…', '- {kind: User, name: u20}', '…'])
})
