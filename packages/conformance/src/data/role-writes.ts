import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random, runScenario, type VectorScenario } from '@authz-playground/engine/internal/vectors'
import { ALL_DESIGNS } from '../all-designs.ts'
import { VECTORS, writeLines } from '../files.ts'
import type { Oracle } from '../fuzz/oracle.ts'
import { makeRoleWrite } from '../fuzz/role-writes/scenario.ts'
import { sharesOf } from './shares.ts'

/** Requests that write roles and bindings, one per scenario, and the note with their counts. */
export const ROLE_WRITE_VECTORS = join(VECTORS, 'writing-1.36.3.ndjson.gz')
const WRITING_NOTE = join(VECTORS, 'writing.json')

/** The counts of requests: by status code, by kind, and by the checks of their handler. */
export interface RoleWriteNote {
  readonly vectors: number
  readonly codes: Readonly<Record<string, number>>
  readonly kinds: Readonly<Record<string, number>>
  readonly asked: Readonly<Record<string, number>>
}

/** Makes the vectors again: the same seed makes the same vectors. */
export async function makeRoleWriteVectors(oracle: Oracle, seed: number, count: number): Promise<void> {
  const scenarios = await roleWrites(oracle, seed, count)
  writeLines(ROLE_WRITE_VECTORS, scenarios)
  writeFileSync(WRITING_NOTE, `${JSON.stringify(roleWriteNote(scenarios), undefined, 2)}\n`)
}

/** Requests that write roles and bindings, with their answers. */
export async function roleWrites(oracle: Oracle, seed: number, count: number): Promise<readonly VectorScenario[]> {
  const scenarios: VectorScenario[] = []
  for (let index = 0; scenarios.length < count; index++) {
    const { answered } = await makeRoleWrite(new Random(seed, index), `writing-${seed}-${index}`, (one) =>
      oracle.answer(one),
    )
    const beyond =
      answered.dropped === undefined &&
      runScenario(answered, ALL_DESIGNS).some(({ verdict }) => verdict.kind === 'beyond')
    if (answered.dropped === undefined && answered.error === undefined && !beyond) scenarios.push(answered)
  }
  return scenarios
}

export function roleWriteNote(scenarios: readonly VectorScenario[]): RoleWriteNote {
  const kinds = new Map<string, number>()
  const asked = new Map<string, number>()
  const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { requests, expect = [] } of scenarios) {
    for (const { method, url } of requests) {
      add(kinds, `${method} ${/(?:cluster)?role(?:binding)?s/.exec(url.replace(/^.*\/v1\//, ''))?.[0] ?? ''}`)
    }
    for (const { checks } of expect) {
      for (const { phase, verb = '', decision } of checks) if (phase === 'handler') add(asked, `${verb} ${decision}`)
    }
  }
  const { vectors, codes } = sharesOf(scenarios)
  return {
    vectors,
    codes: Object.fromEntries([...codes].sort(([a], [b]) => a - b)),
    kinds: inOrder(kinds),
    asked: inOrder(asked),
  }
}

function inOrder(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function readRoleWriteNote(): RoleWriteNote {
  return JSON.parse(readFileSync(WRITING_NOTE, 'utf8')) as RoleWriteNote
}
