import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../files.mjs'
import { COMMAND_LINE } from './built.ts'

const PICTURE = 'docs/refused.svg'
const RENDER = ['render', 'packages/examples/examples/docs/docs-user-delete.yaml', '-o', 'animated-svg']

test('the picture of the README is the one that the command line draws', () => {
  const { stdout } = spawnSync(process.execPath, [COMMAND_LINE, ...RENDER], { cwd: root, encoding: 'utf8' })
  expect(stdout, `pnpm cli ${RENDER.join(' ')} --to ${PICTURE}`).toBe(readFileSync(join(root, PICTURE), 'utf8'))
})
