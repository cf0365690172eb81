// Every command Yomi lists, through Sabaki's strict GTP client: each answer carries the id it was
// asked with.
const {Controller} = require('@sabaki/gtp')

const ARGUMENTS = {
    boardsize: ['8'], play: ['b', 'd3'], genmove: ['w'], reg_genmove: ['b'], known_command: ['quit'], komi: ['0'],
    set_game: ['Othello'], time_settings: ['600', '0', '0'], time_left: ['b', '600', '0'],
    'gogui-play_sequence': ['b', 'F5', 'w', 'D6'], 'gogui-setup': ['b', 'D4'], 'gogui-setup_player': ['w'],
    final_status_list: ['dead'],
}
// Commands whose right answer is a failure when they are called like this.
const FAILS = new Set([
    'final_score', 'loadsgf', 'undo', 'fixed_handicap', 'place_free_handicap', 'set_free_handicap',
])

async function main() {
    const [program, ...options] = process.argv.slice(2)
    const controller = new Controller(program, options)
    controller.start()
    let id = 1000
    const ask = async (name, args = []) => {
        const asked = ++id
        const answer = await controller.sendCommand({id: asked, name, args})
        if (answer.id !== asked) throw new Error(`${name}: id ${answer.id} for ${asked}`)
        return answer
    }
    const names = (await ask('list_commands')).content.split('\n')
    for (const name of names.filter(name => name !== 'quit')) {
        await ask('clear_board')
        const asked = ask(name, ARGUMENTS[name] ?? [])
        // An analysis goes on until the next command.
        if (name === 'lz-analyze') await ask('name')
        const {error, content} = await asked
        // White is not to move at the start.
        const expected = FAILS.has(name) || name === 'genmove'
        if (error !== expected) throw new Error(`${name}: ${error ? 'failed' : 'succeeded'}: ${content}`)
    }
    const unknown = await ask('no_such_command')
    if (!unknown.error || unknown.content !== 'unknown command') throw new Error(`unknown: ${unknown.content}`)
    await controller.stop()
    console.log(`@sabaki/gtp: ${names.length} commands answered with their ids`)
}

main().catch(error => {
    console.error(`@sabaki/gtp: ${error.message}`)
    process.exit(1)
})
