import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readKubectl } from './kubectl.ts'
import type { HTTPRequest } from './request.ts'
import { splitTarget } from './target.ts'

interface Sent {
  readonly method: string
  readonly target: string
  readonly impersonate?: readonly (readonly [string, string])[]
  readonly contentType?: string
  readonly body?: string
}

interface Recorded {
  readonly command: string
  readonly requests: readonly Sent[]
  /** What kubectl said when it sent nothing. */
  readonly said?: string
}

const recorded = readFileSync(new URL('./testdata/kubectl-1.36.3.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as Recorded)

/** What kubectl learns from answers, and how it watches; nothing of it is in the command. */
const LEARNT = new Set(['allowWatchBookmarks', 'resourceVersionMatch', 'sendInitialEvents', 'timeoutSeconds'])

function comparable(target: string): string {
  const { path, query } = splitTarget(target)
  const parameters = query.split('&').filter((parameter) => {
    return (
      parameter !== '' &&
      !LEARNT.has(parameter.split('=', 1).join()) &&
      !['container=main', 'resourceVersion=9'].includes(parameter)
    )
  })
  return [path, ...parameters].join(' ')
}

function impersonation({ headers }: HTTPRequest): readonly (readonly [string, string])[] {
  return headers.filter(({ name }) => name.startsWith('Impersonate-')).map(({ name, value }) => [name, value] as const)
}

function sorted(headers: readonly (readonly [string, string])[]): readonly string[] {
  return headers.map((header) => header.join(': ')).sort()
}

/** The connections that kubectl falls back to are POSTs; the request shown is the one it prefers. */
function isWrite({ method, target }: Sent): boolean {
  return method !== 'GET' && !/\/(?:exec|attach|portforward)(?:\?|$)/.test(target)
}

describe('a kubectl command is the request that kubectl sends', () => {
  for (const { command, requests } of recorded.filter((one) => one.requests.length > 0)) {
    it(command, () => {
      const { request, diagnostics } = readKubectl(command)
      if (request === undefined) throw new Error(JSON.stringify(diagnostics))
      const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)
      const sent = requests.find(
        ({ method, target }) => method === request.method && comparable(target) === comparable(request.target),
      )
      expect(sent, `${request.method} ${request.target}`).toBeDefined()
      expect(sorted(impersonation(request))).toEqual(sorted(sent?.impersonate ?? []))
      const contentType = request.headers.find(({ name }) => name === 'Content-Type')?.value
      if (sent?.contentType !== undefined) expect(contentType).toBe(sent.contentType)
      if (sent?.body !== undefined && request.body !== '') expect(request.body.trim()).toBe(sent.body.trim())
      // A read before a write would stand for the command only where that is said.
      if (errors.length === 0 && requests.some(isWrite)) expect(request.method).not.toBe('GET')
    })
  }
})

describe('what kubectl refuses, or sends nothing for, is an error', () => {
  for (const { command } of recorded.filter((one) => one.requests.length === 0 && !/^kubectl api-/.test(one.command))) {
    it(command, () => {
      const { diagnostics } = readKubectl(command)
      expect(diagnostics.filter(({ severity }) => severity === 'error')).not.toEqual([])
    })
  }
})
