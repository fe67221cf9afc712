import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { root } from '../files.mjs'

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
const MOST = 16 * 1024 * 1024

/** A file’s text as the linter wants to see it. */
export function formatted(text: string, path: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIOME, 'format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: 'utf8',
    maxBuffer: MOST,
  })
  if (status !== 0) throw new Error(`${path} could not be formatted: ${stderr}`)
  return stdout
}
