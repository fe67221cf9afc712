import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesUnder, fromRoot, root } from './files.mjs'

/** Where `*` has another meaning than in the lists of a rule, or the lists are not those of a rule that was read. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'packages/cli/src/serve/answer.ts': 'the `*` of an If-None-Match header',
  'packages/engine/src/constrain/needs.ts': 'a group by the name `*`',
  'packages/engine/src/editing/grants.ts': 'words of a hover',
  'packages/engine/src/explain/new-access.ts': 'any star in a value',
  'packages/engine/src/explain/placeholder-grant.ts': 'asterisks of a masked name',
  'packages/engine/src/explain/value-mismatch.ts': 'any star in a path',
  'packages/engine/src/kube/unserved-resources.ts': 'any star in a resource',
  'packages/engine/src/kubectl/commands/create-role.ts': 'kubectl makes `*` of verbs that include it',
  'packages/engine/src/lint/rules/resources.ts': 'any star in a resource or group',
  'packages/engine/src/lint/rules/verb-of-other-design.ts': 'any star in a verb',
  'packages/engine/src/policy/warnings/groups-and-paths.ts': 'any star in a group',
  'packages/engine/src/policy/warnings/identities.ts': 'a rule that is being read, below `rights`',
  'packages/engine/src/policy/warnings/wildcards.ts': 'any star in a value',
  'packages/engine/src/words/phrases.ts': 'words of a check',
  'packages/examples/src/versions/rule-sets.ts': 'lines of a text, by the published surface of the engine',
}

/** Rooms that compare rules, or know another `*`; files of words; and the judges of conformance, which share no code with it. */
const ALLOWED = /^packages\/(?:conformance\/|engine\/src\/(?:rights|cel|yaml)\/)|words\.tsx?$|\.test\.tsx?$/

const COMPARED = /\bincludes\((['"`])\*\1\)/

function comparing(): readonly string[] {
  const folders = [join(root, 'packages'), join(root, 'app', 'src')]
  return folders
    .flatMap((folder) => filesUnder(folder, (path) => /(^|\/)(node_modules|dist|\.cache)$/.test(path)))
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => COMPARED.test(readFileSync(path, 'utf8')))
    .map(fromRoot)
}

describe('wildcards of rules', () => {
  it('are compared by `rights` alone', () => {
    expect(comparing().filter((path) => !ALLOWED.test(path))).toEqual(Object.keys(ELSEWHERE).sort())
  })
})
