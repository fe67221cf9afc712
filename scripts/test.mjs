import { installDependencies } from './install.mjs'

const names = process.argv.slice(3)

async function test() {
  if (!installDependencies()) {
    console.log('0 passed, 1 failed')
    return 1
  }
  // Imported only now: these need the packages that were just installed.
  const { register } = await import('tsx/esm/api')
  register()
  const { runSuites } = await import('./suites/run.ts')
  return runSuites(names)
}

process.exitCode = await test()
