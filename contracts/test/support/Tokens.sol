// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "../../src/test-tokens/TestToken.sol";

/// @dev Moves by one function, which needs no allowance.
abstract contract OddToken is TestToken {
    constructor(string memory name) TestToken(name, name, 18) {}

    function transfer(address to, uint256 amount) public override returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        return _move(from, to, amount);
    }

    function _move(address from, address to, uint256 amount) internal virtual returns (bool);
}

/// @dev Returns `false` and moves nothing.
contract FalseToken is OddToken("False") {
    function _move(address, address, uint256) internal pure override returns (bool) {
        return false;
    }
}

/// @dev Returns `true` and moves nothing.
contract NoTransferToken is OddToken("Lie") {
    function _move(address, address, uint256) internal pure override returns (bool) {
        return true;
    }
}

/// @dev Burns one unit of every transfer.
contract FeeToken is OddToken("Fee") {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        _transfer(from, to, amount);
        _burn(to, 1);
        return true;
    }
}

/// @dev Takes one unit more than the amount from the sender.
contract SenderFeeToken is OddToken("Sender fee") {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        _transfer(from, to, amount);
        _burn(from, 1);
        return true;
    }
}

/// @dev Credits the recipient and takes nothing from the sender.
contract MintingToken is OddToken("Mint") {
    function _move(address, address to, uint256 amount) internal override returns (bool) {
        _mint(to, amount);
        return true;
    }
}

/// @dev Credits the recipient with one unit too many.
contract BonusToken is OddToken("Bonus") {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        _mint(to, 1);
        _transfer(from, to, amount);
        return true;
    }
}

/// @dev Burns the amount from the recipient instead of crediting it.
contract RecipientBurningToken is OddToken("Thief") {
    function _move(address, address to, uint256 amount) internal override returns (bool) {
        _burn(to, amount);
        return true;
    }
}

/// @dev Moves the amount and returns `true` followed by 100 kB.
contract LongReturnToken is OddToken("Talk") {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        _transfer(from, to, amount);
        assembly {
            mstore(0, 1)
            return(0, 100000)
        }
    }
}

/// @dev Reverts with as much data as its gas allows.
contract RevertBombToken is OddToken("Bomb") {
    function _move(address, address, uint256) internal pure override returns (bool) {
        assembly {
            revert(0, 400000)
        }
    }
}

/// @dev Answers `balanceOf` with as much data as its gas allows, reverts with it, burns its gas, or answers with 31 bytes.
contract BalanceBombToken is TestToken("Balance", "Balance", 18) {
    enum Mode {
        Honest,
        Return,
        Revert,
        Burn,
        Short
    }

    Mode private _mode;

    function setMode(Mode mode) external {
        _mode = mode;
    }

    function balanceOf(address holder) public view override returns (uint256) {
        Mode mode = _mode;
        if (mode == Mode.Honest) return super.balanceOf(holder);
        while (mode == Mode.Burn) {}
        assembly {
            if eq(mode, 1) { return(0, 300000) }
            if eq(mode, 4) { return(0, 31) }
            revert(0, 300000)
        }
    }
}

/// @dev Burns all its gas.
contract GasBurningToken is OddToken("Endless") {
    function _move(address, address, uint256) internal pure override returns (bool) {
        while (true) {}
        return true;
    }
}

/// @dev Needs most of the gas of a payment and records the gas it got.
contract GasDemandingToken is OddToken("Hungry") {
    uint256 public gasGiven;

    error NotEnoughGas(uint256 gas);

    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        gasGiven = gasleft();
        if (gasGiven < 390_000) revert NotEnoughGas(gasGiven);
        _transfer(from, to, amount);
        return true;
    }
}

interface IHolder {
    function beforeSending() external;
    function afterReceiving() external;
}

/// @dev Calls the sender before and the recipient after each transfer, as ERC-777 does for contracts that ask for it.
contract HookToken is OddToken("Hook") {
    function _move(address from, address to, uint256 amount) internal override returns (bool) {
        _tell(from, IHolder.beforeSending.selector);
        _transfer(from, to, amount);
        _tell(to, IHolder.afterReceiving.selector);
        return true;
    }

    function _tell(address holder, bytes4 hook) private {
        (bool told,) = holder.call(abi.encodeWithSelector(hook));
        told;
    }
}
