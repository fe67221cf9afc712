import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPolicy } from '../policy/index.ts'
import { completeBySchema, hoverBySchema, type JsonSchema } from './index.ts'

const file = join(import.meta.dirname, '..', '..', 'scenario.schema.json')
const schema: JsonSchema = JSON.parse(readFileSync(file, 'utf8'))

/** What is offered where `^` stands. */
function offered(marked: string) {
  const offset = marked.indexOf('^')
  return completeBySchema(readPolicy(marked.replace('^', '')), offset, schema)
}

const labels = (marked: string): readonly string[] => offered(marked).map(({ label }) => label)

/** The text with the first completion of that label taken. */
function taken(marked: string, label: string): string {
  const completion = offered(marked).find((one) => one.label === label)
  if (completion === undefined) throw new Error(`${label} is not offered`)
  const text = marked.replace('^', '')
  return text.slice(0, completion.replace.start) + completion.insert + text.slice(completion.replace.end)
}

function explained(marked: string): string {
  const offset = marked.indexOf('^')
  const hover = hoverBySchema(readPolicy(marked.replace('^', '')), offset, schema)
  return (hover?.paragraphs ?? [])
    .flat()
    .map((piece) => (typeof piece === 'string' ? piece : 'code' in piece ? piece.code : piece.link))
    .join('')
}

describe('completing a scenario document by its JSON Schema', () => {
  it('offers the fields that are not there yet', () => {
    const fields = labels('version: 1\ntitle: a\n^\n')
    expect(fields).toContain('policy')
    expect(fields).toContain('requestor')
    expect(fields).not.toContain('title')
    expect(labels('version: 1\ncluster:\n  ^\n')).toEqual([
      'version',
      'constrainedImpersonation',
      'authorizePodWebsocketUpgradeCreatePermission',
      'authorizationModes',
      'defaultRoles',
      'authorizationConfig',
    ])
  })

  it('begins a text of many lines as a block', () => {
    expect(taken('version: 1\npol^\n', 'policy')).toBe('version: 1\npolicy: |\n  $0\n')
  })

  it('offers the values that a field can have, quoted where YAML would read something else', () => {
    expect(labels('version: 1\ndesign: ^\n')).toContain('compound')
    expect(taken('version: 1\ncluster:\n  version: ^\n', '1.36')).toBe('version: 1\ncluster:\n  version: "1.36"\n')
    expect(taken('version: 1\ncluster:\n  defaultRoles: ^\n', 'true')).toBe(
      'version: 1\ncluster:\n  defaultRoles: true\n',
    )
    expect(taken('version: ^\n', '1')).toBe('version: 1\n')
    expect(labels('version: 1\nexpect:\n- code: ^\n')).toEqual([
      ...['200', '201', '400', '403', '404', '409', '415', '422', '500'],
    ])
  })

  it('offers an entry of a list once', () => {
    expect(labels('version: 1\ncluster:\n  authorizationModes: [Node, ^]\n')).toEqual([
      'RBAC',
      'AccessRules',
      'Webhook',
    ])
    expect(labels('version: 1\nexpect:\n- ^\n')).toContain('code')
  })

  it('offers nothing inside a text, at an unknown place, or after the end', () => {
    expect(labels('version: 1\npolicy: |\n  kind: ^\n')).toEqual([])
    expect(labels('version: 1\nassumptions:\n  legacy:\n    ^\n')).toEqual([])
    expect(completeBySchema(readPolicy('version: 1'), 99, schema)).toEqual([])
  })

  it('explains a field at its key and at its value', () => {
    expect(explained('version: 1\ndes^ign: compound\n')).toMatch(/^design: The id of the design/)
    expect(explained('version: 1\ndesign: comp^ound\n')).toMatch(/^design: The id of the design/)
    expect(explained('version: 1\nnobody: kn^ows\n')).toBe('')
  })

  it('answers at every place of any text', () => {
    const piece = fc.constantFrom(
      'version: 1',
      '\n',
      '  ',
      '- ',
      'cluster:',
      'expect:',
      '[',
      '{',
      '"',
      ': ',
      'policy: >',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const read = readPolicy(text)
        for (let offset = 0; offset <= text.length; offset++) {
          hoverBySchema(read, offset, schema)
          for (const { replace } of completeBySchema(read, offset, schema)) {
            expect(replace.start).toBeLessThanOrEqual(offset)
            expect(replace.end).toBeGreaterThanOrEqual(offset)
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('completing a course by its JSON Schema', () => {
  const course: JsonSchema = JSON.parse(readFileSync(file.replace('scenario.schema', 'course.schema'), 'utf8'))
  const inCourse = (marked: string): readonly string[] => {
    const offset = marked.indexOf('^')
    return completeBySchema(readPolicy(marked.replace('^', '')), offset, course).map(({ label }) => label)
  }

  it('offers the fields of lessons, of their starts and of hints, and the values of fields', () => {
    expect(inCourse('version: 1\nlessons:\n- id: a\n  ^\n')).toEqual(
      expect.arrayContaining(['title', 'text', 'start', 'goals', 'hints', 'solution']),
    )
    expect(inCourse('version: 1\nlessons:\n- id: a\n  edit: ^\n')).toEqual(['policy', 'request', 'both'])
    expect(inCourse('version: 1\nlessons:\n- start:\n    design: ^\n')).toContain('legacy')
    expect(inCourse('version: 1\nlessons:\n- hints:\n  - say: x\n    ^\n')).toEqual(['when', 'unless'])
    expect(inCourse('version: 1\nlessons:\n- predict:\n    choices:\n    - say: x\n      right: ^\n')).toEqual([
      'true',
      'false',
    ])
  })
})

describe('completing a design by its JSON Schema', () => {
  const design: JsonSchema = JSON.parse(readFileSync(file.replace('scenario.schema', 'design.schema'), 'utf8'))
  const inDesign = (marked: string): readonly string[] => {
    const offset = marked.indexOf('^')
    return completeBySchema(readPolicy(marked.replace('^', '')), offset, design).map(({ label }) => label)
  }

  it('offers the text that can be in place of a mapping, and the fields of the mapping', () => {
    expect(inDesign('design: x\nsteps:\n  L: { ask: ^}\n')).toEqual(['legacy'])
    expect(inDesign('design: x\nsteps:\n  L:\n    ask: ^\n')).toEqual(['legacy'])
    expect(inDesign('design: x\nsteps:\n  L: { ask: { ^} }\n')).toContain('verb')
    expect(inDesign('design: x\nsteps:\n  L:\n    ask:\n      ^\n')).toContain('verb')
  })
})
