import { expect, it } from 'vitest'
import { misquotation } from './standing.ts'

const TEXT = `# Proposal
A gate keeper opens the
\`gate\` for **one** visitor, and _not_ for two.

## Story 1
\`\`\`yaml
# Risks
verbs:
- open
\`\`\`
It’s a "small" gate.

## Risks
The gate may be left open.

# Were gates tested? Was the wall?
1. Open the gate.
`

const found = (words: string, section?: string, text = TEXT) =>
  misquotation({ by: 'a test', document: 'Gates', words, ...(section !== undefined && { section }) }, text)

it('finds words across lines, whatever their marks', () => {
  expect(found('opens the gate for one visitor, and not for two', 'Proposal')).toBeUndefined()
  expect(found("It's a “small” gate.", 'Story 1')).toBeUndefined()
  expect(found('verbs: - open', 'Story 1')).toBeUndefined()
})

it('finds the parts of a quotation in their order', () => {
  expect(found('A gate keeper … one visitor')).toBeUndefined()
  expect(found('one visitor … A gate keeper')).toBe('not in the text')
})

it('holds the words to their lines, where lines are named', () => {
  const onLines = (first: number, last: number) =>
    misquotation({ by: 'a test', document: 'Gates', words: 'The gate may be left open.', lines: [first, last] }, TEXT)
  expect(onLines(14, 14)).toBeUndefined()
  expect(onLines(1, 13)).toBe('not on those lines')
})

it('counts a section with those inside it, and no comment of a block as a heading', () => {
  expect(found('The gate may be left open.', 'Proposal')).toBeUndefined()
  expect(found('It’s a small gate.', 'Risks')).toBe('not in the text')
  expect(found('verbs: - open', 'Risks')).toBe('not in that section')
  expect(found('verbs: - open', 'Story 2')).toBe('no such section')
})

it('knows a section by the one that it is in, or by its first question', () => {
  expect(found('The gate may be left open.', 'Proposal, Risks')).toBeUndefined()
  expect(found('Open the gate.', 'Were gates tested?')).toBeUndefined()
})

it('does not ask for sections in a text without headings', () => {
  expect(found('left open', 'on the gate', 'It was left\nopen.')).toBeUndefined()
})
