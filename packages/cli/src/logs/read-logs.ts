import { readRequest, sentRequests, userInfo } from '@authz-playground/engine'
import { seenRequest } from '@authz-playground/engine/internal/logs'
import { httpRequest } from '@authz-playground/engine/internal/vectors'
import { type Observation, ObservationReader, type SeenRequest } from '@authz-playground/engine/logs'

import { BoundedParts } from '../bounded-read.ts'
import { DAMAGED, type Files, type InputFile, textOf, unreadable } from '../files.ts'
import type { Input } from '../input.ts'
import { scenariosIn } from '../inputs.ts'
import { type CommandProblem, Refused, refusedInput } from '../problem.ts'
import type { World } from '../world.ts'
import { DamagedGzip, UnknownCompression, uncompressedPieces } from './pieces.ts'
import { Progress } from './progress.ts'

/**
 * Reads what was asked from logs, observations, scenario documents and vectors files, each perhaps compressed with gzip; of a
 * folder all files below it; `-` is standard input. Logs are read in pieces. What cannot be read of them is counted in the
 * observation. Throws `Refused` where a file cannot be opened, is compressed otherwise, or holds a scenario with errors.
 */
export async function readLogs(paths: readonly string[], files: Files, world: World): Promise<Observation> {
  return (await logReader(paths, files, world)).observation()
}

/** As {@link readLogs}, for what is too large to be one value. */
export async function logReader(paths: readonly string[], files: Files, world: World): Promise<ObservationReader> {
  const all = paths.flatMap((path) => files.below(path, () => true) ?? [path])
  if (all.length === 0) throw refusedInput(paths[0] ?? '', 'There is no file in this folder.')
  const sizes = all.map((path) => sizeOf(path, world))
  const total = sizes.every((size) => size !== undefined)
    ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    : undefined
  const progress = new Progress(world, total)
  const reader = new ObservationReader()
  try {
    for (const path of all) await readFile(path, reader, progress, world)
  } finally {
    progress.end()
  }
  return reader
}

async function readFile(path: string, reader: ObservationReader, progress: Progress, world: World): Promise<void> {
  const name = path === '-' ? 'stdin' : path
  let isFirst = true
  reader.begin(name)
  // Scenarios are read as one text. A pipe can be read once.
  let whole: BoundedParts | undefined
  try {
    for await (const piece of uncompressedPieces(path, world, (bytes) => progress.read(bytes, reader.events))) {
      if (isFirst && path !== '-' && describesRequests(path, piece)) whole = new BoundedParts()
      isFirst = false
      if (whole === undefined) reader.read(piece)
      else whole.add(piece)
    }
  } catch (error) {
    if (error instanceof UnknownCompression) {
      const fix = `Pipe it through ${error.compression} -dc, with - as the file.`
      throw refusedInput(name, `This is compressed with ${error.compression}, and gzip is read.`, fix)
    }
    if (error instanceof DamagedGzip) {
      if (whole !== undefined) throw refusedInput(name, DAMAGED)
      reader.end()
      reader.addUnread('The gzip stream is damaged or cut; what came before is read', name)
      return
    }
    throw unreadable(path, error)
  }
  if (whole === undefined) reader.end()
  else reader.addRequests(requestsIn(textOf(name, whole.joined())))
}

function sizeOf(path: string, world: World): number | undefined {
  try {
    return world.size(path)
  } catch {
    // The error is reported when the file is read.
    return undefined
  }
}

/** Whether a file has scenario documents or vectors: requests with their requestors, and with a policy of their own. */
function describesRequests(path: string, piece: Uint8Array): boolean {
  const text = new TextDecoder().decode(piece.subarray(0, 100_000))
  if (/\.ya?ml$/i.test(path)) return /^version:/m.test(text) && /^requests?:/m.test(text)
  return /^\s*\{(?=[^\n]*"policy"\s*:)(?=[^\n]*"requests?"\s*:)/.test(text)
}

function requestsIn(file: InputFile): readonly SeenRequest[] {
  return scenariosIn(file, { unanswered: true }).flatMap((input) => {
    if (input.kind === 'unread') throw new Refused(...input.problems)
    return input.kind === 'vectors' ? ofVectors(input) : ofDocument(input)
  })
}

function ofVectors({ name, vectors }: Extract<Input, { kind: 'vectors' }>): readonly SeenRequest[] {
  return vectors.flatMap(({ line, vector: { requestor, requests } }) =>
    requests.flatMap((request) => {
      const by = request.requestor ?? requestor
      return (by && seenRequest(httpRequest(request), userInfo({ username: '', ...by }), `${name}:${line}`)) ?? []
    }),
  )
}

function ofDocument({
  name,
  document: { scenario },
  at,
}: Extract<Input, { kind: 'document' }>): readonly SeenRequest[] {
  const sent = sentRequests(scenario)
  return sent.flatMap(({ request, requestor }, index) => {
    const place = at(sent.length === 1 ? ['request'] : ['requests', index])
    const { request: one, command, diagnostics } = readRequest(request)
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) {
      throw new Refused(
        ...errors.map(
          ({ message, fix }): CommandProblem => ({
            severity: 'error',
            at: place || name,
            message,
            ...(fix !== undefined && { fix }),
          }),
        ),
      )
    }
    const all = command?.map((of) => of.request) ?? (one === undefined ? [] : [one])
    return all.flatMap((of) => seenRequest(of, userInfo(requestor), place) ?? [])
  })
}
