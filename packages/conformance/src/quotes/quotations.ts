import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BUILT_IN_COURSES } from '@authz-playground/courses'
import type { Design } from '@authz-playground/engine'
import { EXAMPLES } from '@authz-playground/examples'
import { ARGUMENTS, DOCUMENTS } from '@authz-playground/examples/arguments'
import { INTENTS } from '@authz-playground/examples/intents'
import { MANUAL_TEST, type Quote, UPGRADE_EXPECTED, verdicts } from '@authz-playground/examples/versions'
import { ALL_DESIGNS } from '../all-designs.ts'
import { DESIGN_VECTORS, scenariosIn } from '../files.ts'
import type { Quotation } from './standing.ts'

const KEP = 'KEP-5284'
const { resolve } = createRequire(import.meta.url)

/** Every quotation of a document in the product, with the document and the section that the product names. */
export function quotations(): readonly Quotation[] {
  return [
    ...ARGUMENTS.map(({ id, claim: { quote, document, section } }) => ({
      by: `claim ${id}`,
      document: DOCUMENTS[document].title,
      section,
      words: quote,
    })),
    ...ALL_DESIGNS.flatMap(ofDesign),
    ...INTENTS.flatMap(({ id, said, ways }) =>
      [said, ...ways.map((way) => way.said)].flatMap((one) =>
        one === undefined
          ? []
          : [{ by: `intent ${id}`, document: one.document, section: one.section, words: one.quote }],
      ),
    ),
    ...EXAMPLES.flatMap(({ id, expected }) =>
      expected === undefined ? [] : [{ by: `example ${id}`, document: expected.by, words: expected.words }],
    ),
    ...versionQuotes().map(({ section, words }) => ({ by: 'versions', document: KEP, section, words })),
    ...readdirSync(DESIGN_VECTORS).flatMap((file) => scenariosIn(join(DESIGN_VECTORS, file)).flatMap(ofVector)),
  ]
}

function ofDesign({ id, sources }: Design): readonly Quotation[] {
  return sources.flatMap(({ document, section, url, quote }) => {
    if (quote === undefined) return []
    const [, first, last] = /#L(\d+)-L(\d+)$/.exec(url ?? '') ?? []
    const lines = last !== undefined && { lines: [Number(first), Number(last)] as const }
    return [{ by: `design ${id}`, document, section, words: quote, ...lines }]
  })
}

function versionQuotes(): readonly Quote[] {
  return [
    ...MANUAL_TEST.flatMap(({ verifies }) => verifies.map(({ expected }) => expected.quote)),
    ...Object.values(UPGRADE_EXPECTED)
      .flatMap((cells) => Object.values(cells))
      .flatMap(({ quote, reviews }) => (reviews === undefined ? [quote] : [quote, reviews.quote])),
    ...verdicts([]).map(({ quote }) => quote),
  ]
}

/** `KEP-5284, "Story 1": words`, on which a vector rests. Code, as in `kubernetes/apiserver`, is not a document. */
function ofVector({ id, rests = '' }: { readonly id: string; readonly rests?: string }): readonly Quotation[] {
  const [, document, section, words] = /^([^"]+), "([^"]+)": (.*)$/.exec(rests) ?? []
  return document === undefined || document.startsWith('kubernetes/') || section === undefined || words === undefined
    ? []
    : [{ by: `vector ${id}`, document, section, words }]
}

/** The least number of words that make something between quotation marks in a course a quotation, and not a name. */
const QUOTED_WORDS = 7

/** The quotations in the prose of courses. Which document is quoted is in the words around them. */
export function courseQuotations(): readonly Omit<Quotation, 'document'>[] {
  return BUILT_IN_COURSES.flatMap(({ id }) => {
    const text = readFileSync(resolve(`@authz-playground/courses/${id}.yaml`), 'utf8')
    return [...text.matchAll(/“([^”]*)”/g)].flatMap(([, words = '']) =>
      words.split(/\s+/).length < QUOTED_WORDS ? [] : [{ by: `course ${id}`, words }],
    )
  })
}
