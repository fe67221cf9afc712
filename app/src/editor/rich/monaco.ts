/*
 * The parts of Monaco that are used: no language servers, no links, no colour pickers, no command palette. None of them
 * needs a web worker.
 */
import 'monaco-editor/features/codeEditor/register'
import 'monaco-editor/features/codicon/register'
import 'monaco-editor/features/bracketMatching/register'
import 'monaco-editor/features/codeAction/register'
import 'monaco-editor/features/clipboard/register'
import 'monaco-editor/features/comment/register'
import 'monaco-editor/features/contextmenu/register'
import 'monaco-editor/features/find/register'
import 'monaco-editor/features/folding/register'
import 'monaco-editor/features/hover/register'
import 'monaco-editor/features/lineSelection/register'
import 'monaco-editor/features/linesOperations/register'
import 'monaco-editor/features/multicursor/register'
import 'monaco-editor/features/readOnlyMessage/register'
import 'monaco-editor/features/snippet/register'
import 'monaco-editor/features/wordOperations/register'
import 'monaco-editor/languages/definitions/yaml/register'
// The feature `suggest` only shows suggestions as grey text. This controller has the list of them.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController'

export {
  editor,
  type IDisposable,
  type IPosition,
  KeyCode,
  KeyMod,
  languages,
  Range,
  Selection,
} from 'monaco-editor/editor'
