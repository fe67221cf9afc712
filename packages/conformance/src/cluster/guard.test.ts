import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { guard } from './guard.ts'

it('ends the registered processes, and removes the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'authz-playground-guard-'))
  writeFileSync(join(folder, 'file'), 'x')
  const child = spawn('sleep', ['600'])
  const ended = once(child, 'exit')
  const keeper = guard(folder)
  keeper.watch(child.pid as number)
  await keeper.release()
  expect(existsSync(folder)).toBe(false)
  expect((await ended)[1]).toBe('SIGKILL')
})
