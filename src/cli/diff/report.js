// The page of `adtmap compare --report`. Without it pictures stand side by side. With it they lie
// under a slider or take turns, and each can be enlarged; the frames of a picture scroll together.

const ZOOMS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16];
const MODES = [['beside', 'Side by side'], ['slider', 'Slider'], ['blink', 'Blink']];

const make = (tag, className, text) => {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    return element;
};

const button = (text, label, act) => {
    const made = make('button', '', text);
    made.type = 'button';
    if (label) {
        made.setAttribute('aria-label', label);
    }
    made.addEventListener('click', act);
    return made;
};

const isStill = matchMedia('(prefers-reduced-motion: reduce)');

const makeModes = () => {
    const tools = make('div', 'tools', '');
    const row = make('div', 'buttons', '');
    const buttons = MODES.map(([mode, label], index) => {
        const made = button(label, `${label} (${index + 1})`, () => choose(mode));
        row.append(made);
        return made;
    });
    const hint = make('p', '', '');
    const hints = {
        beside: 'Zoom: the buttons of a picture, or Ctrl and the wheel. Drag to move.',
        slider: 'Drag over a picture, or use the arrow keys on its slider.',
        blink: 'Click on a picture, or press Enter on it, to hold one side.',
    };
    const choose = (mode) => {
        document.body.className = mode === 'beside' ? mode : `together ${mode}`;
        buttons.forEach((each, index) => { each.setAttribute('aria-pressed', MODES[index][0] === mode); });
        hint.textContent = hints[mode];
        for (const sides of document.querySelectorAll('.pair')) {
            sides.classList.toggle('held', mode === 'blink' && isStill.matches);
            sides.classList.remove('first');
        }
    };
    tools.append(row, hint);
    document.querySelector('main').prepend(tools);
    document.addEventListener('keydown', (event) => {
        const mode = MODES[Number(event.key) - 1];
        if (mode && !event.ctrlKey && !event.altKey && !event.metaKey) {
            choose(mode[0]);
        }
    });
    choose('beside');
};

// Makes the pictures of one result zoom, scroll together, and answer to a slider.
const makeSides = (sides) => {
    const frames = [...sides.querySelectorAll('.frame')];
    const images = frames.map((frame) => frame.firstElementChild);
    const isPair = sides.classList.contains('pair');
    const reset = button('Fit', null, () => setZoom(0));
    let zoom = 0; // 0: as large as the window allows

    const measure = (image) => image.style.setProperty('--width', image.naturalWidth);
    images.forEach((image) => {
        image.addEventListener('load', () => measure(image));
        measure(image);
    });

    const shown = () => images[0].getBoundingClientRect().width / (images[0].naturalWidth || 1);

    // Sets the zoom; the place of the picture at `point` of the frame, from 0 to 1, stays there.
    const setZoom = (next, point = [0.5, 0.5]) => {
        const frame = frames[0];
        const size = () => [images[0].offsetWidth, images[0].offsetHeight];
        const view = () => [frame.clientWidth, frame.clientHeight];
        const [before, seen] = [size(), view()];
        const place = [frame.scrollLeft, frame.scrollTop].map((start, i) => (start + point[i] * seen[i]) / before[i]);
        zoom = next;
        sides.classList.toggle('zoomed', zoom > 0);
        sides.classList.toggle('enlarged', zoom > 1);
        sides.style.setProperty('--zoom', zoom);
        reset.textContent = zoom > 0 ? `${zoom * 100} %` : 'Fit';
        const [after, open] = [size(), view()];
        const [left, top] = place.map((part, i) => part * after[i] - point[i] * open[i]);
        frames.forEach((each) => each.scrollTo(left, top));
    };
    const larger = (point) => setZoom(ZOOMS.find((each) => each > (zoom || shown()) * 1.01) ?? ZOOMS.at(-1), point);
    const smaller = (point) => setZoom(ZOOMS.filter((each) => each < (zoom || shown()) * 0.99).at(-1) ?? ZOOMS[0], point);

    const zoomRow = make('div', 'zoom buttons', '');
    zoomRow.append(button('−', 'Smaller', () => smaller()), reset, button('+', 'Larger', () => larger()));
    reset.title = 'Fit into the window';
    sides.before(zoomRow);

    const slider = make('input', 'cut', '');
    const setCut = (share) => {
        slider.value = Math.min(Math.max(share * 100, 0), 100);
        sides.style.setProperty('--cut', `${slider.value}%`);
    };
    if (isPair) {
        Object.assign(slider, { type: 'range', step: 'any' });
        slider.setAttribute('aria-label', 'Where the second picture begins');
        slider.addEventListener('input', () => setCut(slider.value / 100));
        sides.append(make('div', 'handle', ''), slider);
        setCut(0.5);
    }

    const isMode = (mode) => isPair && document.body.classList.contains(mode);
    const hold = () => {
        if (isMode('blink')) {
            sides.classList.toggle('first', !sides.classList.contains('first'));
            sides.classList.add('held');
        }
    };

    frames.forEach((frame) => {
        let from = null; // where dragging began, and how far it went
        frame.addEventListener('scroll', () => {
            for (const other of frames) {
                if (other !== frame && (other.scrollLeft !== frame.scrollLeft || other.scrollTop !== frame.scrollTop)) {
                    other.scrollTo(frame.scrollLeft, frame.scrollTop);
                }
            }
        });
        frame.addEventListener('wheel', (event) => {
            if (event.ctrlKey) {
                const box = frame.getBoundingClientRect();
                const point = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
                event.preventDefault();
                (event.deltaY < 0 ? larger : smaller)(point);
            }
        }, { passive: false });
        frame.addEventListener('pointerdown', (event) => {
            const isTouch = event.pointerType === 'touch';
            if (event.button === 0 && (!isTouch || isMode('slider'))) {
                from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
                frame.setPointerCapture(event.pointerId);
                drag(event);
            }
        });
        const drag = (event) => {
            if (from && isMode('slider')) {
                const box = frame.getBoundingClientRect();
                setCut((event.clientX - box.left) / box.width);
            } else if (from) {
                frame.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY);
            }
        };
        frame.addEventListener('pointermove', drag);
        for (const end of ['pointerup', 'pointercancel']) {
            frame.addEventListener(end, () => { from = null; });
        }
        let pressed = null;
        frame.addEventListener('mousedown', (event) => {
            pressed = [event.clientX, event.clientY];
            event.preventDefault(); // or the browser drags the picture
            frame.focus({ preventScroll: true });
        });
        frame.addEventListener('click', (event) => {
            const [x, y] = pressed ?? [event.clientX, event.clientY];
            if (Math.hypot(event.clientX - x, event.clientY - y) < 4) {
                hold();
            }
        });
        frame.addEventListener('keydown', (event) => {
            const act = { '+': () => larger(), '-': () => smaller(), 0: () => setZoom(0), Enter: hold }[event.key];
            if (act && !event.ctrlKey && !event.altKey && !event.metaKey) {
                act();
                event.preventDefault();
            }
        });
    });
};

const all = document.querySelectorAll('.sides');
if (all.length > 0) { // 'diff' of two output folders has no pictures
    makeModes();
}
all.forEach(makeSides);
