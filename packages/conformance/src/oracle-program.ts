import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ORACLE = fileURLToPath(new URL('../oracle', import.meta.url))

/**
 * Builds one of the oracle's programs with a release of `k8s.io/apiserver` (needs Go and, the first time, Go's module
 * proxy), runs it, and returns its output.
 */
export function runWithRelease(program: string, module: string, input: string): string {
  return runWithModules(program, module, `require k8s.io/apiserver ${module}\n`, input)
}

/**
 * The same with lines of a module file, which is written each time, so that it only names the release.
 *
 * @param release names the file
 */
export function runWithModules(program: string, release: string, modules: string, input: string): string {
  const cache = join(ORACLE, '.cache')
  const file = join(cache, `${program}-${release}`)
  mkdirSync(cache, { recursive: true })
  writeFileSync(`${file}.mod`, `module authz-playground.dev/oracle\n\ngo 1.26.0\n\n${modules}`)
  const build = ['build', '-mod=mod', `-modfile=${file}.mod`, '-o', file, `./${program}`]
  done('go', spawnSync('go', build, { cwd: ORACLE }))
  return done(file, spawnSync(file, { input, maxBuffer: 2 ** 30 }))
}

function done(program: string, { status, error, stdout, stderr }: ReturnType<typeof spawnSync>): string {
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.toString()}`)
  return stdout.toString()
}
