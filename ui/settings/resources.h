// The files compiled into the program (examples, icons). A static library drops them unless they are asked for.
#pragma once

// At global scope, as Q_INIT_RESOURCE requires. Cheap; may be called any number of times.
void heedmapLoadResources();
