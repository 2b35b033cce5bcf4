/* adtmap: the switches of groups of markers, which lists and links share. */
import { createGroupSwitch } from './dom.js';

/*
 * Puts a switch for each group, {name, color, count, isHidden}, into `list`. `onSwitch` follows what is switched,
 * by hand or by hide(), which hides the groups of these names and shows the others.
 */
export function makeGroupSwitches(groups, list, onSwitch) {
    const switches = groups.map(({ name, color, count, isHidden }) => {
        const made = createGroupSwitch(name, count, color, onSwitch);
        made.box.checked = !isHidden;
        list.append(made.row);
        return made;
    });
    const boxes = switches.map(({ box }) => box);
    return {
        isOn: (index) => boxes[index].checked,
        turnOn(index) { boxes[index].checked = true; },
        setCount: (index, count) => switches[index].setCount(count),
        hidden: () => groups.filter((group, index) => !boxes[index].checked).map(({ name }) => name),
        startHidden: groups.filter(({ isHidden }) => isHidden).map(({ name }) => name),
        hide(names) {
            if (groups.some(({ name }, index) => boxes[index].checked === names.includes(name))) {
                groups.forEach(({ name }, index) => { boxes[index].checked = !names.includes(name); });
                onSwitch();
            }
        },
    };
}
