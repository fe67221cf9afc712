import { readFileSync } from 'node:fs'
import { Random } from '@authz-playground/engine/internal/vectors'
import { describe, expect, it } from 'vitest'
import { makeCommand } from './generate.ts'
import { COMMANDS, type Recording, recordedCommands, recordingDisagreement } from './recordings.ts'

const recorded = recordedCommands()
const of = (command: string): Recording => {
  const found = recorded.find((one) => one.command === command)
  if (found === undefined) throw new Error(`not recorded: ${command}`)
  return found
}

describe('what kubectl sends', () => {
  it('is what the engine reads of every recorded command', () => {
    const disagreeing = recorded.flatMap((one) => {
      const why = recordingDisagreement(one)
      return why === undefined ? [] : [`${one.command}: ${why}`]
    })
    expect(disagreeing).toEqual([])
  })

  it('was recorded for all commands that are typed, and for many that were made', () => {
    const commands = recorded.map(({ command }) => command)
    const typed = readFileSync(COMMANDS, 'utf8').trimEnd().split('\n')
    expect(commands.slice(0, typed.length)).toEqual(typed)
    expect(new Set(commands).size).toBe(commands.length)
    expect(commands.length).toBeGreaterThan(typed.length + 400)
    const refused = recorded.filter(({ requests }) => requests.length === 0)
    expect(refused.length).toBeGreaterThan(150)
    expect(refused.every(({ said }) => said !== undefined)).toBe(true)
    expect(recorded.filter(({ requests }) => requests.some(({ impersonate }) => impersonate)).length).toBeGreaterThan(
      150,
    )
  })

  it('would be noticed to differ: target, method, impersonation, body, content type, text', () => {
    const list = of('kubectl get pods -n prod -l app=web --field-selector spec.nodeName=n1')
    const changed = (one: Recording, change: object): Recording => ({
      ...one,
      requests: one.requests.map((sent) => ({ ...sent, ...change })),
    })
    expect(recordingDisagreement(list)).toBeUndefined()
    expect(recordingDisagreement(changed(list, { target: '/api/v1/namespaces/prod/pods?limit=500' }))).toMatch(
      /is none of/,
    )
    expect(recordingDisagreement(changed(list, { method: 'POST' }))).toMatch(/is none of/)
    expect(recordingDisagreement(changed(list, { impersonate: [['Impersonate-User', 'jane']] }))).toMatch(
      /it asks for ""/,
    )
    const patch = of(`kubectl patch deploy web -p '{"spec":{"replicas":3}}'`)
    expect(recordingDisagreement(changed(patch, { body: '{"spec":{"replicas":4}}' }))).toMatch(/its body is/)
    expect(recordingDisagreement(changed(patch, { contentType: 'text/plain' }))).toMatch(/kubectl’s text\/plain/)
    const refused = of('kubectl get pods --foo')
    expect(recordingDisagreement({ ...refused, said: 'error: something else' })).toMatch(
      /kubectl said "error: something else"/,
    )
    expect(recordingDisagreement({ ...refused, command: 'kubectl get pods' })).toMatch(
      /sends nothing .* no error says so/,
    )
    expect(recordingDisagreement({ ...list, command: 'kubectl get pods --foo' })).toMatch(/refused with unknown-flag/)
    const read = { ...patch, requests: patch.requests.filter(({ method }) => method === 'GET') }
    expect(recordingDisagreement({ ...read, command: 'kubectl delete deploy web' })).toMatch(/is none of/)
  })
})

describe('made commands', () => {
  it('are the same for the same seed, and of all families', () => {
    const make = () => Array.from({ length: 300 }, (_, index) => makeCommand(new Random(7, index)))
    expect(make()).toEqual(make())
    const words = new Set(make().map((command) => command.split(' ')[1]))
    expect([...words].sort()).toEqual(
      expect.arrayContaining(['auth', 'create', 'delete', 'exec', 'get', 'logs', 'patch', 'scale']),
    )
    expect(make().filter((command) => command.includes('--as')).length).toBeGreaterThan(50)
  })
})
