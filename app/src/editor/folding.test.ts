import { expect, test } from 'vitest'
import { foldsIn } from './folding.ts'

const folds = (text: string) => foldsIn(text.split('\n')).map(({ first, last }) => `${first}-${last}`)

test('documents fold, and rules in them, whether their list is indented or not', () => {
  const role = (list: string) => `kind: Role
metadata:
  name: r
rules:
${list}- verbs: ["get"]
${list}  resources:
${list}  - pods
${list}- verbs: ["list"]
`
  // The document, its metadata, its rules, the first rule, and the resources of that.
  const expected = ['1-8', '2-3', '4-8', '5-7', '6-7']
  expect(folds(role(''))).toEqual(expected)
  expect(folds(role('  '))).toEqual(expected)
})

test('comments and blank lines after a document are outside of it', () => {
  expect(folds('kind: A\nname: x\n\n# next\n---\nkind: B\nname: y\n')).toEqual(['1-2', '6-7'])
})

test('a text that is no YAML folds by its indentation', () => {
  expect(folds('a\n  b\n  c\nd')).toEqual(['1-4'])
  expect(folds('')).toEqual([])
})
