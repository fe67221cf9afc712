import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES } from '@authz-playground/examples'
import { GALLERY } from '@authz-playground/examples/documents'
import { describe, expect, it } from 'vitest'
import { fileOf, madeFiles, PACKAGE } from './files.ts'
import { readExamples, readRoutes } from './read.ts'

it.each(madeFiles())('$file is the gallery; else run `pnpm examples`', ({ file, text }) => {
  // Not by a difference of lines, which are long.
  expect(readFileSync(file, 'utf8') === text).toBe(true)
})

it('the gallery names every file of an example', () => {
  const named = new Set<string>()
  readExamples((path) => {
    named.add(path)
    return fileOf(path)
  })
  const there = readdirSync(join(PACKAGE, 'examples'), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => `${parentPath.slice(PACKAGE.length + 1).replaceAll('\\', '/')}/${name}`)
  expect(there.sort()).toEqual([...named].filter((path) => path !== GALLERY).sort())
})

it('the command line judges them as it judges the documents of anybody', () => {
  const command = ['--import', 'tsx', 'packages/cli/src/main.ts', 'check', join(PACKAGE, 'examples')]
  const said = execFileSync(process.execPath, command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  expect(said).toBe(`${EXAMPLES.length} of ${EXAMPLES.length} expectations hold\n`)
}, 60_000)

const LIST = `version: 1
groups:
- title: Users
  folder: users
  examples: [jane]
routes:
- {id: one, title: One, audiences: [learn], sentence: For one., first: [jane]}
`
const JANE = `version: 2
title: As jane
explanation: A sentence.
requestor: {username: jane}
request: {http: GET /api HTTP/1.1}
expect:
- {code: 403, checks: [NoOpinion get /api]}
`

function read(list: string, jane: string | undefined = JANE) {
  return readExamples((path) => ({ [GALLERY]: list, 'examples/users/jane.yaml': jane })[path])
}

describe('an example', () => {
  it('is a scenario document, its group, and what the list adds', () => {
    const [example] = read(LIST.replace('examples: [jane]', 'examples: [{id: jane, note: Surprising.}]'))
    expect(example).toMatchObject({ id: 'jane', group: 'Users', title: 'As jane', note: 'Surprising.' })
    expect(example?.expect).toEqual({ code: 403, checks: ['NoOpinion get /api'] })
  })

  it.each([
    [
      'an unknown field of the list',
      LIST.replace('examples: [jane]', 'examples: [{id: jane, nota: x}]'),
      JANE,
      /^gallery.yaml:5: .*nota/,
    ],
    ['a missing field of the list', LIST.replace('  folder: users\n', ''), JANE, /^gallery.yaml:3: .*folder/],
    ['an unknown field of a file', LIST, `${JANE}exect: []\n`, /^examples\/users\/jane.yaml:8: .*exect/],
    ['a file without a title', LIST, JANE.replace('title: As jane\n', ''), /jane.yaml: An example needs a title/],
    ['a file without checks', LIST, JANE.replace(', checks: [NoOpinion get /api]', ''), /jane.yaml: .*“checks”/],
    ['a code without words', LIST, JANE.replace('403', '422'), /jane.yaml: .*“code” of 200/],
    [
      'a name without a file',
      LIST.replace('jane', 'dana'),
      JANE,
      /^gallery.yaml: dana has no file examples\/users\/dana.yaml/,
    ],
  ])('is refused with its file and line: %s', (_, list, jane, message) => {
    expect(() => read(list, jane)).toThrow(message)
  })
})

describe('a route', () => {
  const routes = (list: string) => readRoutes((path) => ({ [GALLERY]: list })[path])

  it('is a path through the examples', () => {
    expect(routes(LIST)).toEqual([
      { id: 'one', title: 'One', audiences: ['learn'], sentence: 'For one.', first: ['jane'] },
    ])
  })

  it('is refused with the line of an example that there is not', () => {
    expect(() => routes(LIST.replace('first: [jane]', 'further: [dana]'))).toThrow(
      /^gallery.yaml:7: No group has an example “dana”/,
    )
  })
})
