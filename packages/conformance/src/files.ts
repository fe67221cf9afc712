import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readVectors, type VectorScenario } from '@authz-playground/engine/vectors'
import type { DocumentVector } from './documents/document-vector.ts'

/** Vectors made for the whole of the subject, compressed. */
export const VECTORS = fileURLToPath(new URL('../vectors', import.meta.url))
/** Disagreements that the fuzzer found, each as small as it could make it. They stay for ever. */
export const REGRESSIONS = fileURLToPath(new URL('../regressions', import.meta.url))

/** Vectors written by hand from the documents of designs that no code exists of, a file a design. */
export const DESIGN_VECTORS = fileURLToPath(new URL('../designs', import.meta.url))

/** Texts, and what kubectl and kube-apiserver make of them. */
const DOCUMENTS = fileURLToPath(new URL('../documents/kubernetes-1.36.3.ndjson.gz', import.meta.url))

/** All texts of which it is checked in what kubectl and kube-apiserver make of them. */
export function documentVectors(): readonly DocumentVector[] {
  const lines = textOf(DOCUMENTS).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as DocumentVector)
}

/** All vectors files that are checked in. */
export function checkedIn(): readonly string[] {
  return [VECTORS, REGRESSIONS, DESIGN_VECTORS].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.ndjson(\.gz)?$/.test(name))
          .sort()
          .map((name) => join(folder, name))
      : [],
  )
}

/** The scenarios of a file, which may be compressed. Throws where it cannot be read or is no vectors file. */
export function scenariosIn(file: string): readonly VectorScenario[] {
  try {
    return readVectors(textOf(file))
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The text of a file, which may be compressed, whatever it is called. */
function textOf(file: string): string {
  const bytes = readFileSync(file)
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Writes scenarios, compressed where the name says so. */
export function writeScenarios(file: string, scenarios: readonly VectorScenario[]): void {
  const text = scenarios.map((scenario) => `${JSON.stringify(scenario)}\n`).join('')
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text)
}
