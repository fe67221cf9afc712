import { parseArgs } from 'node:util'
import { runProgram } from '../program.ts'
import { courseQuotations, quotations } from './quotations.ts'
import { type Misquotation, misquotation } from './standing.ts'
import { textsOf } from './texts.ts'

const USAGE = `pnpm conformance:documents [--repository DIR] [--text NAME=FILE ...]

Holds every quotation of the product to the text of its document at its commit: of claims, designs, examples, intents, versions,
courses, and of the vectors of designs. Prints each that is not in its text, not on its lines or not in its section.
The texts of KEPs with a commit come from a clone of kubernetes/enhancements, or are fetched from GitHub. Documents without a commit are files: for each,
--text 'KEP-3617=FILE' with the name that the product gives it. Exit status 1 where a quotation is not in its text, 2 where a
text cannot be read.`

/** A quotation in the prose of a course, which may be of any document: so it is held to all of them. */
function isInSome(words: string, texts: ReadonlyMap<string, string>): boolean {
  // In prose the punctuation of the sentence around may be inside the marks.
  const quoted = words.replace(/[.,:]$/, '')
  return [...texts.values()].some((text) => misquotation({ by: '', document: '', words: quoted }, text) === undefined)
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      repository: { type: 'string' },
      text: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean' },
    },
  })
  const print = (line: string): unknown => process.stdout.write(`${line}\n`)
  if (values.help) {
    print(USAGE)
    return 0
  }
  const files = new Map(values.text.map(namedFile))
  const all = quotations()
  const { texts, missing } = await textsOf(new Set(all.map(({ document }) => document)), values.repository, files)
  const wrong: { by: string; where: string; words: string; why: Misquotation | 'in none of the texts' }[] = []
  for (const one of all) {
    const text = texts.get(one.document)
    const why = text === undefined ? undefined : misquotation(one, text)
    const where = `${one.document}${one.section === undefined ? '' : `, “${one.section}”`}`
    if (why !== undefined) wrong.push({ ...one, where, why })
  }
  const inCourses = missing.length === 0 ? courseQuotations() : []
  for (const { by, words } of inCourses) {
    if (!isInSome(words, texts)) wrong.push({ by, words, where: 'any document', why: 'in none of the texts' })
  }
  for (const { by, where, words, why } of wrong) print(`${by}: ${where}: ${why}\n    ${words.replace(/\s+/g, ' ')}`)
  for (const name of missing) {
    const count = all.filter(({ document }) => document === name).length
    print(`not compared, without --text '${name}=FILE': ${count} quotations`)
  }
  if (missing.length > 0) print('not compared, without all texts: the quotations in courses')
  const compared = all.filter(({ document }) => texts.has(document)).length + inCourses.length
  print(`${compared} quotations of ${texts.size} texts, ${wrong.length} not where they are said to be`)
  return wrong.length === 0 ? 0 : 1
}

function namedFile(text: string): readonly [name: string, file: string] {
  const [, name, file] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || file === undefined) throw new Error(`--text expects NAME=FILE, not “${text}”`)
  return [name, file]
}

await runProgram(main)
