import { installDependencies } from './install.mjs'

const names = process.argv.slice(3)

async function test() {
  if (!installDependencies()) {
    console.log('0 passed, 1 failed')
    return 1
  }
  // Only now: these need what was just installed.
  const { register } = await import('tsx/esm/api')
  register()
  const { runSuites } = await import('./suites/run.ts')
  return runSuites(names)
}

process.exitCode = await test()
