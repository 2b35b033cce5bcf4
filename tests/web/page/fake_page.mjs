// As much of a page as the modules touch: elements with ids, listeners and a focus, and a map that only remembers.
// Import it before modules, and call `openPage` in each test.

class FakeElement {
    constructor(tag) {
        Object.assign(this, { tagName: tag, children: [], listeners: {}, attributes: {}, style: {}, hidden: false, text: '', value: '' });
        const classes = () => (this.className || '').split(' ').filter(Boolean);
        const set = (names) => { this.className = names.join(' '); };
        this.classList = {
            contains: (name) => classes().includes(name),
            add: (name) => set([...new Set([...classes(), name])]),
            remove: (name) => set(classes().filter((each) => each !== name)),
            toggle: (name, isOn = !classes().includes(name)) => {
                this.classList[isOn ? 'add' : 'remove'](name);
                return isOn;
            },
        };
    }

    get parentElement() { return this.parent; }
    get outerHTML() { return `<${this.tagName}>${this.textContent}</${this.tagName}>`; }
    get textContent() { return this.text + this.children.map((child) => child.textContent).join(''); }
    set textContent(text) { Object.assign(this, { text, children: [] }); }

    append(...contents) {
        contents.map((each) => (each instanceof FakeElement ? each : Object.assign(new FakeElement('#text'), { text: String(each) })))
            .forEach((child) => {
                child.remove();
                child.parent = this;
                this.children.push(child);
            });
    }

    /* New siblings. */
    insert(at, ...others) {
        others.forEach((other) => {
            other.remove();
            other.parent = this.parent;
        });
        this.parent.children.splice(this.parent.children.indexOf(this) + at, 0, ...others);
    }

    before(...others) { this.insert(0, ...others); }
    after(...others) { this.insert(1, ...others); }

    replaceChildren(...contents) {
        this.textContent = '';
        this.append(...contents);
    }

    remove() {
        if (this.parent) {
            this.parent.children.splice(this.parent.children.indexOf(this), 1);
            this.parent = null;
        }
    }

    setAttribute(name, value) { this.attributes[name] = value; }
    getAttribute(name) { return this.attributes[name] ?? null; }
    addEventListener(type, listener) { (this.listeners[type] ||= []).push(listener); }
    focus() { document.activeElement = this; }
    blur() { document.activeElement = document.body; }
    select() {}
    click() {
        this.checked = !this.checked;
        this.fire('change');
        this.fire('click');
    }

    fire(type, event = {}) { (this.listeners[type] || []).forEach((listener) => listener({ target: this, ...event })); }

    /* Selectors are lists of tags and ids; other parts of them are taken to match nothing. */
    matches(selectors) { return selectors.split(', ').some((one) => one === this.tagName || one === `#${this.id}`); }
    closest(selectors) { return this.matches(selectors) ? this : this.parent?.closest(selectors) || null; }
    contains(other) { return other === this || this.children.some((child) => child.contains(other)); }
    querySelectorAll(selectors) {
        return this.children.flatMap((child) => [...(child.matches(selectors) ? [child] : []), ...child.querySelectorAll(selectors)]);
    }

    querySelector(selectors) { return this.querySelectorAll(selectors)[0] || null; }
}

/* An empty page. Elements come into being when they are asked for by id. `window` has what else a test wants. */
export function openPage(window = {}) {
    const byId = new Map();
    const body = new FakeElement('body');
    globalThis.document = {
        body,
        head: new FakeElement('head'),
        activeElement: body,
        createElement: (tag) => new FakeElement(tag),
        getElementById(id) {
            if (!byId.has(id)) {
                byId.set(id, Object.assign(new FakeElement('div'), { id }));
                body.append(byId.get(id));
            }
            return byId.get(id);
        },
        querySelector: (selectors) => body.querySelector(selectors),
        execCommand: () => false,
    };
    globalThis.window = { matchMedia: () => ({ matches: false }), addEventListener() {}, ...window };
    return document;
}

/* A layer or a map: `on` and `fire` as Leaflet has them; what else is called is kept in `calls`. */
export function fakeLayer(parts = {}) {
    const listeners = {};
    const layer = { calls: [], ...parts };
    const proxy = new Proxy(layer, {
        get(target, name) {
            if (name in target || typeof name === 'symbol' || name === 'then') {
                return target[name];
            }
            return (...args) => {
                layer.calls.push([name, ...args]);
                return proxy;
            };
        },
    });
    layer.on = layer.once = (types, listener) => types.split(' ').forEach((type) => (listeners[type] ||= []).push(listener));
    layer.fire = (type, event) => (listeners[type] || []).forEach((listener) => listener(event));
    return proxy;
}

/* A clock that stands at `now`, in milliseconds, but for its tick, until the test ends. (The mock of node 18
   has no Date.) */
export function fakeClock(context, now) {
    const real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout, dateNow: Date.now };
    let timers = [];
    globalThis.setTimeout = (run, time, ...args) => {
        const timer = { at: now + time, run: () => run(...args) };
        timers.push(timer);
        return timer;
    };
    globalThis.clearTimeout = (timer) => { timers = timers.filter((other) => other !== timer); };
    Date.now = () => now;
    context.after(() => {
        Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
        Date.now = real.dateNow;
    });
    return { tick(time) {
        const end = now + time;
        for (;;) {
            const [next] = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
            if (!next) { break; }
            now = next.at;
            clearTimeout(next);
            next.run();
        }
        now = end;
    } };
}

export const namesOf = ({ calls }) => calls.map(([name]) => name);

/* How often `act` calls each of some functions, [owner, name]: what it costs, on any machine. */
export function callsOf(functions, act) {
    const counts = functions.map(() => 0);
    const reals = functions.map(([owner, name], i) => {
        const real = owner[name];
        owner[name] = function counted(...args) {
            counts[i]++;
            return real.apply(this, args);
        };
        return real;
    });
    try {
        act();
    } finally {
        functions.forEach(([owner, name], i) => { owner[name] = reals[i]; });
    }
    return counts;
}
