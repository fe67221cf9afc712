// Plain old JavaScript on purpose: this file must parse on any Node since 12, so that one that is too old hears why.
'use strict'

var version = process.versions.node
var major = Number(version.split('.')[0])
var minor = Number(version.split('.')[1])
var task = process.argv[2]

// What Vite 8 runs on.
var goodEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22

if (goodEnough) {
  import('./' + task + '.mjs')
} else {
  console.error(
    'Node 20.19 or newer is needed (22.12 or newer of Node 22); this is Node ' +
      version +
      '.\nInstall a newer Node and run the same command again.',
  )
  if (task === 'test') console.log('0 passed, 1 failed')
  process.exitCode = 1
}
