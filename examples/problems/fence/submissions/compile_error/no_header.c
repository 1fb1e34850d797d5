#include "polygon.h"

int main(void) {
    return polygon_area();
}
